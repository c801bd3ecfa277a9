package io.github.llmperf.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.report.html.LengthsHtml;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.svg.LengthChart;
import io.github.llmperf.report.svg.Palette;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LengthsTests {

    @Test
    void areToldInWordsAndAsTwoPicturesOfTwoSizes() {
        String section = LengthsHtml.section(Reports.passed().build()).toString();

        assertThat(section).contains("<h2>Lengths</h2>", "Prompt tokens</title>", "Output tokens</title>");
        assertThat(Pattern.compile(
                                "<p class=\"key\">mean [\\d.,]+, p50 [\\d.,]+, p99 [\\d.,]+, min [\\d.,]+, max [\\d.,]+"
                                        + " over 397 requests\\.</p>")
                        .matcher(section)
                        .results())
                .as("the server counted, so nothing more is said")
                .hasSize(2);
        assertThat(Pattern.compile("<svg").matcher(section).results()).hasSize(4);
        assertThat(section)
                .contains("tokens, logarithmic")
                .contains("id=\"wide-prompt-desc\"", "id=\"narrow-output-desc\"");
    }

    @Test
    void areCharactersWhereTheServerCountsNoPromptTokens() {
        assertThat(LengthsHtml.section(Reports.passed().uncounted().build()).toString())
                .contains("Prompt characters</title>")
                .contains("The server does not count prompt tokens: these are characters.")
                .contains("The server does not count output tokens: these are events of the stream, an estimate.");
    }

    @Test
    void areLeftOutWhereNothingSucceeded() {
        assertThat(LengthsHtml.section(Reports.error().build()).toString()).isEmpty();
    }

    @Test
    void areCountedByBinsInTheJson() throws JsonProcessingException {
        JsonNode lengths = new ObjectMapper()
                .readTree(new JsonRenderer().render(Reports.passed().build()))
                .at("/tokens/lengths");

        for (String name : List.of("prompt", "output")) {
            JsonNode one = lengths.get(name);
            long counted = 0;
            for (JsonNode bin : one.get("bins")) {
                counted += bin.get("count").longValue();
                assertThat(bin.get("to").longValue())
                        .isGreaterThan(bin.get("from").longValue());
            }
            assertThat(counted).isEqualTo(397).isEqualTo(one.get("n").longValue());
            assertThat(one.get("unit").textValue()).isEqualTo("tokens");
            assertThat(one.get("from").textValue()).isEqualTo("usage");
            assertThat(one.get("p99").doubleValue())
                    .isBetween(one.get("p50").doubleValue(), one.get("max").doubleValue());
        }
        assertThat(lengths.at("/output/max").doubleValue()).isEqualTo(128);
    }

    @Test
    void keepEveryBarInsideThePicture() {
        for (Lengths lengths : Lengths.of(Reports.passed().build())) {
            String svg =
                    new LengthChart(lengths, Palette.LIGHT, 344, 200).draw("x").toString();
            assertThat(Pattern.compile("<rect x=\"([\\d.]+)\" y=\"([\\d.]+)\" width=\"([\\d.]+)\" height=\"([\\d.]+)\"")
                            .matcher(svg)
                            .results())
                    .isNotEmpty()
                    .allMatch(bar -> Double.parseDouble(bar.group(1)) >= 44
                            && Double.parseDouble(bar.group(1)) + Double.parseDouble(bar.group(3)) <= 328.1
                            && Double.parseDouble(bar.group(2)) >= 40
                            && Double.parseDouble(bar.group(2)) + Double.parseDouble(bar.group(4)) <= 160.1);
        }
    }
}
