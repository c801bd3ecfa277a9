package io.github.llmperf.allure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.report.model.Reports;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DescriptionHtmlTests {

    private static final String BASE = "background:#ffffff;color:#1a1f26";

    @Test
    void beginsWithTheVerdictAndATable() {
        String html = new DescriptionHtml().render(Reports.violated().build());

        assertThat(html)
                .startsWith("<div style=\"" + BASE + ";padding:12px;max-width:664px;font-family:system-ui,sans-serif\">"
                        + "<p style=\"background:#fbdcd8;color:#7a1210;padding:8px 12px;margin:0 0 10px;"
                        + "overflow-wrap:anywhere\"><b>✗ SLA VIOLATED</b> – ttft.p90 1,551 ms &gt; 1,500 ms"
                        + " (n=400, 3 of them failed and count as ∞; 1,518 ms without failures)</p>");
        assertThat(html.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "))
                .endsWith(" measure required measured ✗ ttft.p90 ≤ 1,500 ms 1,551 ms (1,518 ms without failures)"
                        + " ✓ tpot.mean ≤ 100 ms 31.16 ms ✓ errorRate ≤ 1 % 0.75 % ");
    }

    @Test
    void showsWhatWasComparedWhereSomethingWas() {
        assertThat(new DescriptionHtml()
                        .render(Reports.undecided().build())
                        .replaceAll("<[^>]*>", " ")
                        .replaceAll("\\s+", " "))
                .endsWith(" measure required measured baseline Δ 90 % interval ? ttft.p90 ≤ +15 % 1,671 ms 1,518 ms"
                        + " +10 % −4.1 % to +26 % ✓ ttft.p90 ≤ 3,000 ms 1,706 ms (1,671 ms without failures)"
                        + " ✓ errorRate ≤ 1 % 0.75 % ✓ errorRate (baseline) ≤ +1 points 0.75 % 0.75 % ±0 points ");
    }

    @Test
    void givesEveryCellBothColours() {
        String html = new DescriptionHtml().render(Reports.regression().build());

        assertThat(Pattern.compile("<t[dh] style=\"([^\"]*)\"").matcher(html).results())
                .hasSize(6 * 9)
                .allSatisfy(cell ->
                        assertThat(cell.group(1)).startsWith("background:#").contains(";color:#"));
    }

    @Test
    void needsNothingFromThePageAroundIt() {
        String html = new DescriptionHtml().render(Reports.regression().build());

        assertThat(html).doesNotContain("<script", "<style", "var(--", "<svg", " class=", "href", "http:");
    }

    @Test
    void holdsThePictureItselfAndSaysWhatItShows() {
        String html = new DescriptionHtml().render(Reports.regression().build());

        Matcher image = Pattern.compile("<img alt=\"([^\"]*)\" width=\"640\" style=\"display:block;max-width:100%\""
                        + " src=\"data:image/svg\\+xml;base64,([^\"]*)\"/>")
                .matcher(html);
        assertThat(image.find()).isTrue();
        assertThat(image.group(1)).contains("ttft", "p50");
        assertThat(new String(Base64.getDecoder().decode(image.group(2)), StandardCharsets.UTF_8))
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 340\"")
                .contains("Latency by percentile")
                .doesNotContain("var(--", "<style", "<script");
        assertThat(image.find()).as("a second picture").isFalse();
    }

    @Test
    void keepsOptionsInOnePiece() {
        assertThat(new DescriptionHtml()
                        .render(Reports.withoutBaseline()
                                .withFindings(List.of(Reports.NOTHING_STORED))
                                .build()))
                .contains("<code style=\"white-space:nowrap\">-Dllmperf.baseline=record</code></p>");
    }

    @Test
    void leavesTheNumberOfSamplesToTheReport() {
        assertThat(new DescriptionHtml().render(Reports.regression().build())).doesNotContain(">n</th>", ">400</td>");
    }

    @Test
    void showsHostileTextAsText() {
        assertThat(new DescriptionHtml()
                        .render(Reports.violated()
                                .failed("<script>\u202e</script>")
                                .build()))
                .contains("&lt;script&gt;\\u202e&lt;/script&gt;");
    }

    @Test
    void leavesOutThePictureWhereNothingSucceeded() {
        assertThat(new DescriptionHtml().render(Reports.error().build())).doesNotContain("<img");
    }
}
