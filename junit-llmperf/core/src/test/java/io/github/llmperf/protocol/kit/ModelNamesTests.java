package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ModelNamesTests {

    @Test
    void readsTheNames() {
        assertThat(ModelNames.in("{\"data\":[{\"id\":\"b\"},{\"id\":\"a\"},{}]}"))
                .containsExactly("b", "a");
    }

    @Test
    void findsNoneInAnythingElse() {
        assertThat(ModelNames.in("<html>")).isEmpty();
        assertThat(ModelNames.in("[]")).isEmpty();
    }
}
