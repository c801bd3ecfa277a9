package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.TestRecord;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AnsweringModelsTests {

    private static List<String> in(String... models) {
        return List.copyOf(AnsweringModels.in(Stream.of(models)
                .map(model -> TestRecord.sentAt(0).model(model).build())
                .toList()));
    }

    @Test
    void namesEachOnce() {
        assertThat(in("b", "a", "b")).containsExactly("a", "b");
        assertThat(AnsweringModels.in(List.of(TestRecord.sentAt(0).build()))).isEmpty();
    }

    @Test
    void isBounded() {
        assertThat(in(IntStream.range(0, 50).mapToObj(i -> "model" + i).toArray(String[]::new)))
                .hasSize(10);
    }
}
