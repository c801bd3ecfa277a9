package io.github.llmperf.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetNameTests {

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:42083, http://127.0.0.1",
        "http://localhost:32768, http://localhost",
        "http://[::1]:50000/v1, http://[::1]",
        "http://localhost:8000, http://localhost:8000",
        "http://gpu-3.acme.net:42083, http://gpu-3.acme.net:42083",
        "canary, canary",
        "'a name, with spaces', 'a name, with spaces'",
        "'', ''"
    })
    void losesOnlyAPortThatTheSystemChose(String target, String lasting) {
        assertThat(TargetName.lasting(target)).isEqualTo(lasting);
    }
}
