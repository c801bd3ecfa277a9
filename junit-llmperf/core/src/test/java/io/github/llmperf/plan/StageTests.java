package io.github.llmperf.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.plan.Stage.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StageTests {

    @Test
    void readsUsersAndARate() {
        assertThat(Stage.parse("5 users for 1m")).isEqualTo(new Stage(Kind.USERS, "5", Duration.ofMinutes(1)));
        assertThat(Stage.parse(" 1 user  for  500ms ")).isEqualTo(new Stage(Kind.USERS, "1", Duration.ofMillis(500)));
        assertThat(Stage.parse("0.5/s for 2h")).isEqualTo(new Stage(Kind.RATE, "0.5/s", Duration.ofHours(2)));
        assertThat(Stage.parse("8 requests/s for 30s"))
                .isEqualTo(new Stage(Kind.RATE, "8 requests/s", Duration.ofSeconds(30)));
    }

    @Test
    void writesItselfAsItIsRead() {
        for (String text : new String[] {"5 users for 1m", "1 user for 500ms", "8/s for 30s"}) {
            assertThat(Stage.parse(text)).hasToString(text);
        }
        assertThat(Stage.parse("1 users for 60s")).hasToString("1 user for 1m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|stages must be users or a rate, and for how long",
                "5 users|stages must be users or a rate, and for how long",
                "for 1m|stages must be users or a rate, and for how long",
                "5 users 1m|stages must be users or a rate, and for how long",
                "5 for 1m|stages must begin with users or a rate",
                "-5 users for 1m|stages must begin with users or a rate",
                "x/s for 1m|stages must begin with users or a rate",
                "1234567890 users for 1m|stages must begin with users or a rate",
                "0/s for 1m|stages must have a rate above 0",
                "5 users for 1|stages must last a time above zero and at most 240h",
                "5 users for 0s|stages must last a time above zero and at most 240h",
                "5 users for 241h|stages must last a time above zero and at most 240h",
                "5 users for 1m for 1m|stages must last a time above zero and at most 240h",
            })
    void refusesAnythingElse(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stage.parse(text))
                .withMessage(message + ", as in \"5 users for 1m\" or \"8/s for 30s\", but is \"" + text + "\"");
    }

    @Test
    void refusesARateWithoutEnd() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stage.parse("inf for 1m"))
                .withMessage("stages must have a rate that goes on, as in \"5 users for 1m\" or \"8/s for 30s\", but is"
                        + " \"inf for 1m\": inf sends all requests at once; set requestRate and requests in a test of"
                        + " its own for that");
    }

    @Test
    void refusesToLastNoTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Stage(Kind.USERS, "5", Duration.ZERO))
                .withMessage("stages must last longer than zero, but one lasts 0ms");
    }
}
