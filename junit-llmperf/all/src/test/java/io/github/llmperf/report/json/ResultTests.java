package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read of a result says the same as the file, key by key: each result of the corpus is read and written again. */
class ResultTests {

    static List<Path> results() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/corpus"))) {
            return files.filter(file -> file.endsWith("result.json")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("results")
    void isWrittenAgainAsItWasRead(Path file) throws IOException {
        JsonNode written = JsonRecords.parse(Files.readString(file));
        Result read = Result.read(file);

        ObjectNode head = (ObjectNode) again(read.head());
        head.fieldNames()
                .forEachRemaining(key -> assertThat(head.get(key)).as(key).isEqualTo(written.get(key)));
        assertThat(head.size())
                .isEqualTo(List.copyOf(written.properties()).stream()
                        .map(entry -> entry.getKey())
                        .toList()
                        .indexOf(Result.FINDINGS));
        assertThat(again(read.findings())).isEqualTo(written.get(Result.FINDINGS));
        assertThat(again(read.environment())).isEqualTo(written.get(Result.ENVIRONMENT));
        assertThat(again(read.window())).isEqualTo(written.get(Result.WINDOW));
        assertThat(again(read.baseline())).isEqualTo(written.get(Result.BASELINE));
        assertThat(again(read.guarded())).isEqualTo(written.at("/plan/baseline/gated"));
        again(read.requests()).properties().forEach(entry -> assertThat(
                        written.get(Result.REQUESTS).get(entry.getKey()))
                .as(entry.getKey())
                .isEqualTo(entry.getValue()));
        again(read.tokens()).properties().forEach(entry -> assertThat(
                        written.get(Result.TOKENS).get(entry.getKey()))
                .as(entry.getKey())
                .isEqualTo(entry.getValue()));
    }

    @ParameterizedTest
    @MethodSource("results")
    void hasEachNumberOfTheMetrics(Path file) throws IOException {
        JsonNode written = JsonRecords.parse(Files.readString(file)).get(Result.METRICS);
        Result read = Result.read(file);

        for (String metric : List.of("ttft", "tpot", "e2e")) {
            written.path(metric).properties().stream()
                    .filter(entry -> entry.getKey().matches("p[0-9]{2}|mean|min|max|stddev")
                            && entry.getValue().isNumber())
                    .forEach(entry -> assertThat(read.value(Measure.parse(metric + "." + entry.getKey())))
                            .as(metric + "." + entry.getKey())
                            .hasValue(entry.getValue().doubleValue()));
        }
        JsonNode rate = written.at("/errorRate/value");
        assertThat(read.value(Measure.of(Metric.ERROR_RATE)))
                .isEqualTo(rate.isNumber() ? OptionalDouble.of(rate.doubleValue()) : OptionalDouble.empty());
    }

    /** Nodes are equal only where both were parsed: a long is not equal to an int. */
    private static JsonNode again(Object part) throws IOException {
        return JsonRecords.parse(JsonRecords.tree(part).toString());
    }
}
