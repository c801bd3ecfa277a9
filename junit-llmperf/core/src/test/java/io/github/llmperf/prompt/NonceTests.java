package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NonceTests {

    @Test
    void isShortAndSaysRunAndIndex() {
        assertThat(Nonce.ofRun("run-1").of(42)).isEqualTo("[7odx-00042] ");
        assertThat(new Nonce("k7f3").of(42)).isEqualTo("[k7f3-00042] ");
        assertThat(new Nonce("k7f3").of(1_234_567)).isEqualTo("[k7f3-1234567] ");
    }

    @Test
    void differsFromRunToRun() {
        assertThat(IntStream.range(0, 300).mapToObj(run -> Nonce.ofRun("run-" + run)))
                .doesNotHaveDuplicates();
        assertThat(Nonce.ofRun("run-1")).isEqualTo(Nonce.ofRun("run-1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[{\"role\":\"user\",\"content\":\"hi\"}]|[{\"role\":\"user\",\"content\":\"#hi\"}]",
                "[{\"content\":\"hi\",\"role\":\"user\"}]|[{\"content\":\"#hi\",\"role\":\"user\"}]",
                "[{\"role\":\"system\",\"content\":\"be\"},{\"role\":\"user\",\"content\":\"hi\"},{\"role\":\"user\",\"content\":\"ho\"}]"
                        + "|[{\"role\":\"system\",\"content\":\"be\"},{\"role\":\"user\",\"content\":\"#hi\"},{\"role\":\"user\",\"content\":\"ho\"}]",
                "[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"},{\"type\":\"text\",\"text\":\"汉😀\"}]}]"
                        + "|[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"},{\"type\":\"text\",\"text\":\"#汉😀\"}]}]",
                "[{\"role\":\"user\",\"content\":null},{\"role\":\"user\",\"content\":\"\\\"q\\\"\"}]"
                        + "|[{\"role\":\"user\",\"content\":null},{\"role\":\"user\",\"content\":\"#\\\"q\\\"\"}]",
                "[{\"role\":\"system\",\"content\":\"汉\"}]|[{\"role\":\"system\",\"content\":\"#汉\"}]"
            })
    void goesInFrontOfTheFirstTextOfTheUser(String messages, String expected) {
        int place = NoncePlace.inMessages(messages);

        assertThat(messages.substring(0, place) + "#" + messages.substring(place))
                .isEqualTo(expected);
    }

    @Test
    void hasNoPlaceWhereThereIsNoText() {
        assertThat(NoncePlace.inMessages("[{\"role\":\"user\",\"content\":\"\"}]"))
                .isNegative();
    }
}
