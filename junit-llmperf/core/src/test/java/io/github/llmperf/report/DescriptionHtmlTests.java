package io.github.llmperf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.verdict.Verdict;
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
                        + "overflow-wrap:anywhere\"><b>✗ SLA VIOLATED</b> – ttft.p90 is 1671 ms, limit ≤ 1500 ms"
                        + " (n 400)</p>");
        assertThat(html.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "))
                .contains("measure required measured baseline Δ 90 % interval ✗ ttft.p90 ≤ 1500 ms 1671 ms"
                        + " ✓ tpot.mean ≤ 100 ms 31.42 ms Latency by percentile");
    }

    @Test
    void givesEveryCellBothColours() {
        String html = new DescriptionHtml().render(Reports.regression().build());

        assertThat(Pattern.compile("<t[dh] style=\"([^\"]*)\"").matcher(html).results())
                .hasSize(6 * 8)
                .allSatisfy(cell ->
                        assertThat(cell.group(1)).startsWith("background:#").contains(";color:#"));
    }

    @Test
    void needsNothingFromThePageAroundIt() {
        assertThat(new DescriptionHtml().render(Reports.regression().build()))
                .contains("viewBox=\"0 0 640 340\" width=\"100%\"")
                .doesNotContain("<script", "<style", "var(--", "<img", " class=");
    }

    @Test
    void keepsOptionsInOnePiece() {
        assertThat(new DescriptionHtml()
                        .render(Reports.withoutBaseline()
                                .judged(Verdict.NO_BASELINE, "record one with -Dllmperf.baseline=record")
                                .build()))
                .contains("record one with <code style=\"white-space:nowrap\">-Dllmperf.baseline=record</code></p>");
    }

    @Test
    void leavesTheNumberOfSamplesToTheReport() {
        assertThat(new DescriptionHtml().render(Reports.regression().build())).doesNotContain(">n</th>", ">400</td>");
    }

    @Test
    void showsHostileTextAsText() {
        assertThat(new DescriptionHtml()
                        .render(Reports.violated()
                                .judged(Verdict.SLA_VIOLATED, "<script>\u202e</script>")
                                .build()))
                .contains("&lt;script&gt;\\u202e&lt;/script&gt;");
    }

    @Test
    void leavesOutThePictureWhereNothingSucceeded() {
        assertThat(new DescriptionHtml().render(Reports.error().build())).doesNotContain("<svg", "<table");
    }
}
