package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AppendedErrorTests {

    @Test
    void partsAnErrorFromTheValueBeforeIt() {
        assertThat(split("{\"a\":1}{\"code\":500,\"message\":\"m\"}"))
                .containsExactly("{\"a\":1}", "{\"code\":500,\"message\":\"m\"}");
        assertThat(split("{\"a\":1} {\"error\":{\"code\":500}}"))
                .containsExactly("{\"a\":1}", "{\"error\":{\"code\":500}}");
    }

    @Test
    void leavesOutAValueThatIsNotWhole() {
        assertThat(split("{\"a\":\"x{\"code\":500,\"error\":\"e\"}")).containsExactly("{\"code\":500,\"error\":\"e\"}");
    }

    @Test
    void findsNothingWhereThereIsNoError() {
        assertThat(split("{\"a\":")).isEmpty();
        assertThat(split("{\"a\":1}{\"code\":500}")).isEmpty();
        assertThat(split("{\"a\":\"x{\"code\":500,\"error\":\"e\"")).isEmpty();
    }

    @Test
    void triesTheLastBeginningsOnly() {
        String many = "{\"code\":".repeat(200_000);

        assertThat(split(many)).isEmpty();
        assertThat(split(many + "{\"code\":1,\"error\":\"e\"}")).containsExactly("{\"code\":1,\"error\":\"e\"}");
    }

    private static List<String> split(String text) {
        return AppendedError.split(text, Fields.ALL).stream().map(Json::write).toList();
    }
}
