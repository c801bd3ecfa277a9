package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.Api;
import io.github.llmperf.TargetContext;
import io.github.llmperf.plan.Target;
import io.github.llmperf.simulator.engine.Routing;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.ConnectException;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedTargetSourceTests {

    @SimulatedLlm
    static class DefaultsTestCase {}

    static class PlainTestCase {}

    @SimulatedLlm(model = "kiln-8b", slowFactor = 3, serverError = "every 1")
    static class FailingTestCase {}

    @SimulatedLlm(stall = "sometimes")
    static class WrongRateTestCase {}

    @SimulatedLlm(meanOutputTokens = 1)
    static class WrongNumberTestCase {}

    @SimulatedLlm(batchSize = 4, batchDelayMillis = 1000, instances = 3, routing = Routing.LEAST_OUTSTANDING)
    static class BatchingTestCase {}

    @SimulatedLlm(api = Api.TGI_GENERATE)
    static class TgiTestCase {}

    @SimulatedLlm(api = Api.GEMINI)
    static class WrongApiTestCase {}

    private static TargetContext context(Class<?> testClass, Map<String, String> configuration) {
        return new TargetContext() {
            @Override
            public Class<?> testClass() {
                return testClass;
            }

            @Override
            public <A extends Annotation> Optional<A> annotation(Class<A> type) {
                return Optional.ofNullable(testClass.getAnnotation(type));
            }

            @Override
            public Optional<String> configurationParameter(String key) {
                return Optional.ofNullable(configuration.get(key));
            }
        };
    }

    @Test
    void startsWhatTheAnnotationDescribes() throws IOException {
        try (SimulatedTargetSource source = new SimulatedTargetSource()) {
            Target target = source.start(context(FailingTestCase.class, Map.of()));

            assertThat(target.api()).isEqualTo("openai-chat");
            assertThat(target.model()).isEqualTo("kiln-8b");
            assertThat(target.labels()).containsExactlyEntriesOf(Map.of("engine", "simulator"));
            assertThat(target.metricsUrl())
                    .hasPath("/metrics")
                    .hasPort(target.url().getPort());
            assertThat(status(target)).contains(" 500 ");
        }
    }

    private static String status(Target target) throws IOException {
        try (Socket socket = new Socket(target.url().getHost(), target.url().getPort())) {
            String body = "{\"model\":\"" + target.model() + "\",\"prompt\":\"x\"}";
            socket.getOutputStream()
                    .write(("POST /v1/completions HTTP/1.1\r\nConnection: close\r\nContent-Length: " + body.length()
                                    + "\r\n\r\n" + body)
                            .getBytes(java.nio.charset.StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    @Test
    void stopsWhatItStarted() {
        SimulatedTargetSource source = new SimulatedTargetSource();
        Target target = source.start(context(DefaultsTestCase.class, Map.of()));
        source.close();
        source.close();

        assertThatExceptionOfType(ConnectException.class)
                .isThrownBy(
                        () -> new Socket(target.url().getHost(), target.url().getPort()).close());
    }

    @Test
    void keepsTheSlowFactorOutOfTheTargetsIdentity() {
        try (SimulatedTargetSource source = new SimulatedTargetSource();
                SimulatedTargetSource slow = new SimulatedTargetSource()) {
            Target normal = source.start(context(DefaultsTestCase.class, Map.of()));
            Target slowed = slow.start(context(DefaultsTestCase.class, Map.of("llmperf-sim.slowFactor", "2")));

            assertThat(slowed.labels()).isEqualTo(normal.labels());
            assertThat(slowed.model()).isEqualTo(normal.model());
        }
    }

    @Test
    void usesAllDefaultsWithoutTheAnnotation() {
        try (SimulatedTargetSource source = new SimulatedTargetSource()) {
            assertThat(source.start(context(PlainTestCase.class, Map.of())).model())
                    .isEqualTo("simulated-7b");
        }
    }

    @Test
    void hasTheSameDefaultsInAnnotationAndBuilder() {
        assertThat(SimulatedTargetSource.from(DefaultsTestCase.class.getAnnotation(SimulatedLlm.class)))
                .usingRecursiveComparison()
                .isEqualTo(SimulatedServer.builder());
    }

    @Test
    void describesAnEngineThatPutsRequestsTogether() {
        assertThat(SimulatedTargetSource.from(BatchingTestCase.class.getAnnotation(SimulatedLlm.class)))
                .usingRecursiveComparison()
                .isEqualTo(SimulatedServer.builder()
                        .batchSize(4)
                        .batchDelayMillis(1000)
                        .instances(3)
                        .routing(Routing.LEAST_OUTSTANDING));
    }

    @Test
    void isSpokenToInAnyWayItKnows() {
        try (SimulatedTargetSource source = new SimulatedTargetSource()) {
            assertThat(source.start(context(TgiTestCase.class, Map.of())).api()).isEqualTo("tgi-generate");
        }
        try (SimulatedTargetSource source = new SimulatedTargetSource()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> source.start(context(WrongApiTestCase.class, Map.of())))
                    .withMessage("@SimulatedLlm(api) must be one of openai-chat, openai-completions, tgi-generate,"
                            + " djl-invocations, vllm-generate, which the simulated server speaks, but is \"gemini\"");
        }
    }

    @Test
    void multipliesTheSlowFactorByTheConfigurationParameter() {
        assertThat(SimulatedTargetSource.builder(
                        context(FailingTestCase.class, Map.of("llmperf-sim.slowFactor", "1.5"))))
                .usingRecursiveComparison()
                .isEqualTo(SimulatedTargetSource.from(FailingTestCase.class.getAnnotation(SimulatedLlm.class))
                        .slowFactor(4.5));
        assertThat(SimulatedTargetSource.builder(context(PlainTestCase.class, Map.of("llmperf-sim.slowFactor", "2"))))
                .usingRecursiveComparison()
                .isEqualTo(SimulatedServer.builder().slowFactor(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "fast", "", "NaN", "Infinity"})
    void refusesASlowFactorThatMakesNoSense(String value) {
        try (SimulatedTargetSource source = new SimulatedTargetSource()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            source.start(context(DefaultsTestCase.class, Map.of("llmperf-sim.slowFactor", value))))
                    .withMessage("llmperf-sim.slowFactor must be a number above 0, such as 2 for half the speed, but is"
                            + " \"" + value + "\"");
        }
    }

    @Test
    void namesTheAttributeThatIsWrong() {
        try (SimulatedTargetSource source = new SimulatedTargetSource()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> source.start(context(WrongRateTestCase.class, Map.of())))
                    .withMessage("@SimulatedLlm(stall): fault rate must be \"every 10\" (each tenth request) or a share"
                            + " such as \"5%\", but is \"sometimes\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> source.start(context(WrongNumberTestCase.class, Map.of())))
                    .withMessage("meanOutputTokens must be 4 or more, but is 1");
        }
    }

    @Test
    void refusesAKeyThatNobodyReads() {
        SimulatedTargetSource.refuseUnknown(Set.of("llmperf-sim.slowFactor", "llmperf.users", "user.dir"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedTargetSource.refuseUnknown(Set.of("llmperf-sim.slowfactor")))
                .withMessage("configuration parameter \"llmperf-sim.slowfactor\" does not exist; did you mean"
                        + " \"llmperf-sim.slowFactor\"?");
    }
}
