package io.github.llmperf.bench.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BareAnswerTests {

    @Test
    void isReadAsItWasWritten(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("bare.txt");

        BareAnswer.write(file, List.of(new BareAnswer(7, 1, 100, new long[] {150, 160}), answerOf(8)));

        List<BareAnswer> read = BareAnswer.read(file);
        assertThat(read).hasSize(2);
        assertThat(read.get(0).number()).isEqualTo(7);
        assertThat(read.get(0).round()).isEqualTo(1);
        assertThat(read.get(0).sent()).isEqualTo(100);
        assertThat(read.get(0).tokens()).containsExactly(150, 160);
        assertThat(read.get(0).text()).isEqualTo(AnswerBytes.text(7, 2));
        assertThat(read.get(1).tokens()).isEmpty();
    }

    private static BareAnswer answerOf(int number) {
        return new BareAnswer(number, 0, 0, new long[0]);
    }

    @Test
    void findsItsNumberInTheBytesOfAStream() {
        assertThat(AnswerBytes.numberOf("HTTP/1.1 200 OK\r\n\r\ndata: {\"content\":\"000000042\"}"))
                .isEqualTo(42);
        assertThat(AnswerBytes.numberOf("HTTP/1.1 200 OK\r\n\r\ndata: {\"cont")).isEqualTo(-1);
    }
}
