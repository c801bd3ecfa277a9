package io.github.llmperf.simulator.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.simulator.engine.BatchLimits;
import io.github.llmperf.simulator.engine.BatchingEngine.Batching;
import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.engine.Routing;
import io.github.llmperf.simulator.engine.StepCosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileReaderTests {

    private static final String COSTS =
            """
            "arrivalMillis": {"value": 1, "from": "a guess"}, "stepMillis": {"value": 18, "from": "a study"},
            "prefillMillis": {"value": 0.78, "from": "a study"}, "decodeMillis": {"value": 0.5, "from": "a study"}""";

    private static String continuous(String more) {
        return "{\"name\": \"x\", \"engine\": \"continuous-batching\", " + COSTS + more + "}";
    }

    @Test
    void startsAServerWithoutOptionsAsItsEngineDoes() {
        EngineProfile profile = ProfileReader.of("p", continuous(""));

        assertThat(profile)
                .isEqualTo(new EngineProfile(
                        "x",
                        null,
                        new StepCosts(1, 18, .78, .5),
                        new BatchLimits(256, Integer.MAX_VALUE, 8192),
                        32_768,
                        1,
                        Routing.ROUND_ROBIN,
                        new Noise(0, 0, 0, 1)));
        assertThat(profile.start().running()).isZero();
    }

    @Test
    void readsEveryNumber() {
        EngineProfile profile = ProfileReader.of(
                "p",
                continuous(
                        """
                        , "about": "all of it", "contextMillis": {"value": 0.001, "from": "f"},
                        "slots": {"value": 4, "from": "f"}, "queueLimit": {"value": 5, "from": "f"},
                        "maxBatchedTokens": {"value": 2048, "from": "f"}, "chunkedPrefill": {"value": false, "from": "f"},
                        "kvTokens": {"value": 4096, "from": "f"}, "prefixCaching": {"value": true, "from": "f"},
                        "maxModelLen": {"value": 1024, "from": "f"}, "instances": {"value": 3, "from": "f"},
                        "routing": "least-outstanding", "startSd": {"value": 0.04, "from": "f"},
                        "stepSd": {"value": 0.1, "from": "f"}, "stepCorrelation": {"value": 0.5, "from": "f"},
                        "seed": {"value": 9, "from": "f"}"""));

        assertThat(profile)
                .isEqualTo(new EngineProfile(
                        "x",
                        null,
                        new StepCosts(1, 18, .78, .5, .001),
                        new BatchLimits(4, 5, 2048, false, 4096, true),
                        1024,
                        3,
                        Routing.LEAST_OUTSTANDING,
                        new Noise(.04, .1, .5, 9)));
    }

    @Test
    void readsAnEngineThatPutsRequestsTogether() {
        EngineProfile profile = ProfileReader.of(
                "p",
                "{\"name\": \"djl\", \"engine\": \"dynamic-batching\", " + COSTS
                        + ", \"batchSize\": {\"value\": 4, \"from\": \"f\"},"
                        + " \"batchDelayMillis\": {\"value\": 1000, \"from\": \"f\"}}");
        assertThat(profile.batching()).isEqualTo(new Batching(4, 1000, Integer.MAX_VALUE));
    }

    @Test
    void readsAnEngineThatServesOneAfterTheOther() {
        EngineProfile profile = ProfileReader.of(
                "p",
                "{\"name\": \"x\", \"engine\": {\"value\": \"serial\", \"from\": \"its manual\"}, " + COSTS
                        + ", \"queueLimit\": {\"value\": 7, \"from\": \"f\"},"
                        + " \"routing\": {\"value\": \"random\", \"from\": \"fitted\"}}");
        assertThat(profile.batching()).isEqualTo(new Batching(1, 0, 7));
        assertThat(profile.routing()).isEqualTo(Routing.RANDOM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    dynamic-batching | | batchSize must be there
                    dynamic-batching | , "batchSize": {"value": 0, "from": "f"} | size must be 1 or more, but is 0
                    dynamic-batching | , "batchSize": {"value": 4, "from": "f"}, "slots": {"value": 4, "from": "f"} \
                    | of such an engine, but there are slots
                    serial | , "batchSize": {"value": 4, "from": "f"} | of such an engine, but there are batchSize
                    """)
    void saysWhatIsWrongWithBatches(String engine, String more, String message) {
        String text = "{\"name\": \"x\", \"engine\": \"" + engine + "\", " + COSTS + (more == null ? "" : more) + "}";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileReader.of("p", text))
                .withMessageStartingWith("profile p: ")
                .withMessageContaining(message);
    }

    @Test
    void readsAFile(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("own.json");
        Files.writeString(file, continuous(""));
        assertThat(ProfileReader.read(file.toString()).name()).isEqualTo("x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileReader.read("nowhere"))
                .withMessageContaining("profile must be a file or one on the class path")
                .withMessageContaining("llmperf/profiles/nowhere.json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    , "stepMillis2": 1 | there must be no fields but those that are known of such an engine, but there are stepMillis2
                    , "batchSize": {"value": 4, "from": "f"} | of such an engine, but there are batchSize
                    , "slots": 4 | slots must have a value and say where it is from, but is 4
                    , "slots": {"value": 4} | slots must have a value and say where it is from
                    , "slots": {"value": 4, "from": "f", "unit": "ms"} | slots must have value and from only, but has unit
                    , "slots": {"value": 4.5, "from": "f"} | slots must be a whole number, but is 4.5
                    , "slots": {"value": 0, "from": "f"} | slots must be 1 or more, but is 0
                    , "contextMillis": {"value": -1, "from": "f"} | contextMillis must be 0 or more milliseconds, but is -1.0
                    , "contextMillis": {"value": "a", "from": "f"} | contextMillis must be a number, but is "a"
                    , "chunkedPrefill": {"value": 1, "from": "f"} | chunkedPrefill must be true or false, but is 1
                    , "chunkedPrefill": {"value": false, "from": "f"} | maxBatchedTokens must be at least maxModelLen (32768)
                    , "kvTokens": {"value": 1024, "from": "f"} | kvTokens must be at least maxModelLen (32768)
                    , "maxBatchedTokens": {"value": 64, "from": "f"} | maxBatchedTokens must be at least as many as slots (256)
                    , "instances": {"value": 0, "from": "f"} | instances must be 1 or more
                    , "routing": "any" | routing must be "round-robin", "random" or "least-outstanding", but is "any"
                    """)
    void saysWhatIsWrong(String more, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileReader.of("p", continuous(more)))
                .withMessageStartingWith("profile p: ")
                .withMessageContaining(message);
    }

    @Test
    void asksForEveryCost() {
        String without = continuous("")
                .replace("\"stepMillis\"", "\"about\"")
                .replace("{\"value\": 18, \"from\": \"a study\"}", "\"\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileReader.of("p", without))
                .withMessage(
                        "profile p: stepMillis must be there, as in {\"value\": 18, \"from\": \"where the number comes"
                                + " from\"}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileReader.of("p", "{\"name\": \"x\", \"engine\": \"magic\"}"))
                .withMessage(
                        "profile p: engine must be \"continuous-batching\", \"dynamic-batching\" or \"serial\", but is"
                                + " \"magic\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileReader.of("p", "{\"engine\": \"continuous-batching\"}"))
                .withMessage("profile p: name must be a text, but is missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileReader.of("p", "{\"name\": "))
                .withMessageStartingWith("profile p must be JSON, but: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileReader.of("p", "[]"))
                .withMessage("profile p must be a JSON object");
    }
}
