package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoftwarePageTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            VERSION   | {"version":"0.9.2.dev123+gabc1234"}                  | 0.9.2.dev123+gabc1234
            SGLANG    | {"model_path":"x","version":"0.4.9","tp_size":2}     | sglang 0.4.9
            TGI       | {"model_id":"x","sha":"y","version":"3.0.2"}         | tgi 3.0.2
            LLAMA_CPP | {"total_slots":4,"build_info":"b4719-d04e7163"}      | llama.cpp b4719-d04e7163
            OLLAMA    | {"version":"0.6.2"}                                  | ollama 0.6.2
            TRITON    | {"name":"triton","version":"2.42.0","extensions":[]} | triton 2.42.0""")
    void readsNameAndVersion(SoftwarePage page, String json, String expected) {
        assertThat(page.read(json)).contains(expected);
    }

    @ParameterizedTest
    @EnumSource(SoftwarePage.class)
    void findsNothingInAnythingElse(SoftwarePage page) {
        assertThat(page.read("<html>0.9.1</html>")).isEmpty();
        assertThat(page.read("[\"0.9.1\"]")).isEmpty();
        assertThat(page.read("{\"detail\":\"Not Found\"}")).isEmpty();
        assertThat(page.read("{\"version\":\"see <b>docs</b>\",\"model_id\":\"x\",\"extensions\":[]}"))
                .isEmpty();
        assertThat(page.read("{\"version\":1,\"model_id\":\"x\",\"build_info\":{},\"extensions\":[]}"))
                .isEmpty();
    }

    @Test
    void takesNoOtherPageForTgisOrTritons() {
        assertThat(SoftwarePage.TGI.read("{\"version\":\"1.0\"}")).isEmpty();
        assertThat(SoftwarePage.TRITON.read("{\"version\":\"1.0\"}")).isEmpty();
    }

    @Test
    void findsWhoOwnsTheModels() {
        assertThat(SoftwarePage.owner("{\"data\":[{\"id\":\"a\",\"owned_by\":\"vllm\"},{\"owned_by\":\"vllm\"}]}"))
                .contains("vllm");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html>",
                "{\"data\":[]}",
                "{\"data\":[{\"id\":\"a\"}]}",
                "{\"data\":[{\"owned_by\":\"the team of <b>ours</b>\"}]}",
                "{\"data\":[{\"owned_by\":\"vllm\"},{\"owned_by\":\"openai\"}]}"
            })
    void findsNoOwner(String json) {
        assertThat(SoftwarePage.owner(json)).isEmpty();
    }
}
