package io.github.llmperf.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.ServerLog.Source;
import io.github.llmperf.measure.server.Logs;
import io.github.llmperf.report.csv.ServerCsv;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerSideTests {

    private static final String IDLE =
            "The GPU was idle much of the time (30 % busy on average) while 6 requests waited in the server's queue on"
                    + " average: the limit lies before the GPU, such as the largest batch or the work of the CPU.";

    private static Report report() {
        Logs logs = Logs.of(80)
                .with(RawMetric.WAITING, i -> 6)
                .with(RawMetric.GENERATED_TOKENS, i -> 20 * i)
                .gpu("0", i -> 20)
                .gpu("1", i -> 40)
                .source(new Source("http://gpu:9400/metrics", true, 80, 2, "no answer within 2s", true, 0));
        return Reports.ofManyRequests().server(Reports.during(logs.log())).build();
    }

    @Test
    void summarisesEachSeriesInTheResult() throws IOException {
        JsonNode server =
                new ObjectMapper().readTree(new JsonRenderer().render(report())).get("server");

        assertThat(server.at("/series/tokenRate"))
                .hasToString(
                        "{\"unit\":\"tokens/s\",\"n\":70,\"min\":20,\"mean\":20,\"max\":20,\"first\":20,\"last\":20}");
        assertThat(server.at("/series/gpu/mean").doubleValue()).isEqualTo(30);
        assertThat(server.at("/series/gpu/each/1/mean").doubleValue()).isEqualTo(40);
        assertThat(server.at("/sources/0"))
                .hasToString("{\"url\":\"http://gpu:9400/metrics\",\"readings\":80,\"failed\":2,"
                        + "\"why\":\"no answer within 2s\",\"malformedLines\":0}");
        assertThat(server.at("/says"))
                .hasSize(2)
                .first()
                .extracting(JsonNode::textValue)
                .isEqualTo(IDLE);
    }

    @Test
    void writesEachReadingAsALineWithItsUnits() {
        List<String> lines = new ServerCsv().render(report()).lines().toList();

        assertThat(lines)
                .hasSize(72)
                .startsWith(
                        "time [s],waiting [requests],tokenRate [tokens/s],gpu [%],gpu 0 [%],gpu 1 [%]", "0,6,,30,20,40")
                .contains("1,6,20,30,20,40")
                .endsWith("70,6,20,30,20,40");
    }

    @Test
    void writesNothingWhereNothingWasRead() {
        assertThat(new ServerCsv().render(Reports.passed().build())).isEmpty();
    }

    @Test
    void tellsItInThePageOnce() {
        String page = new HtmlRenderer().render(report());

        assertThat(page).contains("GPU 1 busy", "requests waiting").containsOnlyOnce("The GPU was idle");
        assertThat(page).contains("Metrics at http://gpu:9400/metrics could not be read in 2 of 80 readings");
    }
}
