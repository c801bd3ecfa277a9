package io.github.llmperf.settings;

import static io.github.llmperf.settings.ResolvedPlans.assertWrong;
import static io.github.llmperf.settings.ResolvedPlans.plan;
import static io.github.llmperf.settings.ResolvedPlans.resolver;
import static io.github.llmperf.settings.ResolvedPlans.trail;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.LlmDefaults;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.settings.ResolvedPlans.PlainTestCase;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanResolverTests {

    @Test
    void fillsWhatIsUnsetWithDefaults() {
        LoadPlan plan = plan(PlainTestCase.class, "plain");
        assertThat(plan.load().arrival()).isEqualTo(Arrival.ClosedLoop.of(1));
        assertThat(plan.load().phases())
                .isEqualTo(new Phases(
                        Phases.Warmup.ONE_REQUEST,
                        OptionalInt.empty(),
                        Optional.empty(),
                        Duration.ZERO,
                        Duration.ofMinutes(5),
                        Phases.WindowKind.STEADY,
                        false));
        assertThat(plan.caps().timeout()).isEqualTo(Duration.ofSeconds(60));
        Workload workload = plan.load().workload();
        assertThat(workload.prompts().set()).isEqualTo("chat");
        assertThat(workload.maxNewTokens()).isEqualTo(128);
        assertThat(workload.stream()).isTrue();
        assertThat(workload.forceLength()).isFalse();
        assertThat(workload.temperature()).isZero();
        assertThat(workload.cache()).isEqualTo(Workload.Cache.UNIQUE);
        assertThat(plan.requestGoal()).hasValue(100);
        assertThat(plan.criteria().baseline().mode()).isEqualTo(BaselinePolicy.Mode.COMPARE);
        assertThat(plan.criteria().baseline().guard().tolerance()).isEqualTo(.10);
        assertThat(plan.criteria().baseline().guard().tailTolerance()).isEqualTo(.15);
        assertThat(plan.criteria().baseline().guard().alpha()).isEqualTo(.01);
        assertThat(plan.criteria().baseline().environment()).isEqualTo("default");
        assertThat(plan.criteria().baseline().guard().gated())
                .extracting(Object::toString)
                .containsExactly("ttft.p50", "ttft.p90", "tpot.p50", "outputTokenRate");
        assertThat(plan.observation().probe()).isTrue();
        assertThat(plan.criteria().strict()).isFalse();
        assertThat(plan.output().directory()).isEqualTo(Path.of("target/llmperf"));
    }

    @Test
    void mergesAttributeByAttributeAndTheNearestWins() {
        LoadPlan plan = plan(NearTestCase.class, "near");
        assertThat(users(plan)).isEqualTo(7); // method
        assertThat(plan.caps().timeout()).isEqualTo(Duration.ofSeconds(9)); // class
        assertThat(plan.load().workload().maxNewTokens()).isEqualTo(33); // superclass
        assertThat(plan.load().workload().temperature()).isEqualTo(.5); // class before superclass
    }

    @Test
    void inheritsFromTheEnclosingClassOfANestedOne() {
        LoadPlan plan = plan(OuterTestCase.InnerTestCase.class, "inner");
        assertThat(users(plan)).isEqualTo(3);
        assertThat(plan.load().workload().prompts().set()).isEqualTo("rag");
    }

    @Test
    void takesSettingsFromComposedAnnotations() {
        LoadPlan plan = plan(ComposedTestCase.class, "composed");
        assertThat(users(plan)).isEqualTo(11);
        assertThat(plan.criteria().limits().limits())
                .extracting(Limit::toString)
                .containsExactly("ttft.p90 ≤ 3000 ms");
    }

    @Test
    void letsConfigurationParametersOverrideAnnotations() {
        LoadPlan plan = plan(
                NearTestCase.class,
                "near",
                Map.of(
                        "llmperf.users",
                        "2",
                        "llmperf.timeout",
                        "1s",
                        "llmperf.stream",
                        "off",
                        "llmperf.strict",
                        "true"));
        assertThat(users(plan)).isEqualTo(2);
        assertThat(plan.caps().timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(plan.load().workload().stream()).isFalse();
        assertThat(plan.criteria().strict()).isTrue();
        assertThat(plan.criteria().baseline().guard().gated())
                .extracting(Object::toString)
                .containsExactly("e2e.p50", "e2e.p90", "outputTokenRate");
    }

    @Test
    void addsLimitsUpAndReplacesThoseOnTheSameMeasure() {
        assertThat(plan(LimitsTestCase.class, "limits").criteria().limits().limits())
                .extracting(Limit::toString)
                .containsExactlyInAnyOrder(
                        "ttft.p90 ≤ 1000 ms", "tpot.mean ≤ 100 ms", "errorRate ≤ 2 %", "itl.p99 < 400 ms");
    }

    @Test
    void readsPerRequestLimits() {
        LoadPlan plan = plan(GoodputTestCase.class, "goodput");
        assertThat(plan.criteria().limits().eachTtft()).hasValue(500);
        assertThat(plan.criteria().limits().eachTpot()).isEmpty();
        assertThat(plan.criteria().limits().eachE2e()).hasValue(4000);
        assertThat(plan.criteria().limits().hasPerRequestLimits()).isTrue();
    }

    @Test
    void replacesUsersOfTheClassByARateOfTheMethod() {
        assertThat(plan(RateOverUsersTestCase.class, "rate").load().arrival())
                .isEqualTo(new Arrival.OpenLoop(32, 1, OptionalInt.empty()));
    }

    @Test
    void hasTheSameAttributesOnLoadAndDefaults() {
        assertThat(attributes(LlmDefaults.class)).isEqualTo(attributes(LlmLoad.class));
        assertThat(ConfigurationKeys.LOAD_ATTRIBUTES)
                .as("each can be overridden by a configuration parameter")
                .containsExactlyInAnyOrderElementsOf(attributes(LlmLoad.class).stream()
                        .map(a -> a.substring(0, a.indexOf(' ')))
                        .toList());
    }

    @Test
    void spansAMatrixInReadableCells() {
        List<Cell> cells = Cell.matrix(trail(MatrixTestCase.class, "matrix").merged(LlmLoad.class));
        assertThat(cells)
                .extracting(Cell::name)
                .containsExactly(
                        "users=4,prompt=chat",
                        "users=4,prompt=classifier",
                        "users=10,prompt=chat",
                        "users=10,prompt=classifier");
        assertThat(cells.get(3).displayName()).isEqualTo("users=10, prompt=classifier, maxNewTokens=64");
        assertThat(cells.get(3).values()).isEqualTo(Map.of("users", 10, "prompt", "classifier", "maxNewTokens", 64));
    }

    @Test
    void callsTheOnlyCellSingle() {
        assertThat(Cell.matrix(Settings.NONE)).singleElement().satisfies(cell -> assertThat(cell.name())
                .isEqualTo("single"));
    }

    @Test
    void refusesTheSameValueTwiceInAMatrix() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.users", "4,4"))
                .withMessage("llmperf.users: values must differ, but are [4, 4]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "timeout   | 99999999h | llmperf.timeout: value must be at most 240h, but is \"99999999h\"",
                "timeout   | 5m30s    | llmperf.timeout: value must be in one of us, ms, s, m, h, as in \"100ms\" or"
                        + " \"3s\", but is \"5m30s\"",
                "maxAnswerSize | 64   | llmperf.maxAnswerSize: value must be a number in one of B, kB, MB, GB, as in"
                        + " \"64MB\", but is \"64\"",
                "maxAnswerSize | 64 Mbit | llmperf.maxAnswerSize: value must be a number in one of B, kB, MB, GB, as"
                        + " in \"64MB\", but is \"64 Mbit\"",
                "maxAnswerSize | 999B | llmperf.maxAnswerSize: value must be between 1kB and 16GB, but is \"999B\"",
                "maxAnswerSize | 17gb | llmperf.maxAnswerSize: value must be between 1kB and 16GB, but is \"17gb\"",
                "users     | 2000000000 | llmperf.users: users must be at most 20000 on one machine, but is 2000000000",
                "users     | １２     | llmperf.users: value must be a whole number, but is \"１２\"",
                "users     | 99999999999 | llmperf.users: value must be a whole number of at most 2147483647, but is"
                        + " \"99999999999\"",
                "spawnRate | NaN      | llmperf.spawnRate: spawnRate must be above 0, but is NaN",
                "output    | ' '      | llmperf.output: value must be a directory, but is blank",
                "baseline.dir | ''    | llmperf.baseline.dir: value must be a directory, but is blank",
                "timeout   | 5        | llmperf.timeout: value must have a unit, as in \"100ms\" or \"3s\", but is"
                        + " \"5\"",
                "timeout   | -5s      | llmperf.timeout: value must not be negative, as in \"100ms\" or \"3s\", but is"
                        + " \"-5s\"",
                "timeout   | soon     | llmperf.timeout: value must be a number with a unit, as in \"100ms\" or"
                        + " \"3s\", but is \"soon\"",
                "duration  | 0s       | llmperf.duration: value must be above zero, as in \"60s\", but is \"0s\"",
                "users     | 0        | llmperf.users: users must be 1 or more, but is 0",
                "users     | -3       | llmperf.users: users must be 1 or more, but is -3",
                "users     | many     | llmperf.users: value must be a whole number, but is \"many\"",
                "users     | ,4       | llmperf.users: value must be a whole number, but is \"\"",
                "requests  | 0        | llmperf.requests: requests must be 1 or more, but is 0",
                "spawnRate | 0        | llmperf.spawnRate: spawnRate must be above 0, but is 0",
                "stream    | maybe    | llmperf.stream: value must be on or off, but is \"maybe\"",
                "window    | sliding  | llmperf.window: value must be one of [STEADY, WHOLE_RUN], but is \"sliding\"",
                "baseline  | rekord   | llmperf.baseline: value must be one of [COMPARE, RECORD, OFF, CALIBRATE], but"
                        + " is \"rekord\"",
                "records   | all      | llmperf.records: value must be summary or full, but is \"all\"",
                "repetitions | 0      | llmperf.repetitions: repetitions must be 1 or more, but is 0",
                "seed      | 1.5      | llmperf.seed: value must be a whole number, but is \"1.5\"",
                "temperature | 11     | llmperf.temperature: temperature must be between 0 and 10, but is 11",
                "maxTokens | 0        | llmperf.maxTokens: maxTokens must be 1 or more, but is 0",
                "maxNewTokens | 0     | llmperf.maxNewTokens: maxNewTokens must be 1 or more, but is 0",
                "warmup    | soon     | llmperf.warmup: warmup must be requests per user, as in \"2\", or a time, as"
                        + " in \"30s\", but is \"soon\"",
                "baseline.alpha | 2   | llmperf.baseline.alpha: value must be above 0 and at most 0.5, but is 2",
                "baseline.accept | ok | llmperf.baseline.accept: accepting a run must store it: add"
                        + " -Dllmperf.baseline=record",
                "baseline.tag | v1.2  | llmperf.baseline.tag: tagging a run must store it: add"
                        + " -Dllmperf.baseline=record",
                "baseline.anchor | v 1 | llmperf.baseline.anchor: value must be a tag of letters, digits and . - _ /,"
                        + " as in \"v1.2\", but is \"v 1\"",
                "baseline.anchor | ''  | llmperf.baseline.anchor: value must be a tag of letters, digits and . - _ /,"
                        + " as in \"v1.2\", but is blank",
                "trials    | 0        | llmperf.trials: value must be from 1 to 10, but is 0",
                "trials    | 11       | llmperf.trials: value must be from 1 to 10, but is 11",
                "trials    | two      | llmperf.trials: value must be a whole number, but is \"two\"",
                "thinkTime | exp(2)   | llmperf.thinkTime: value must have a unit, as in \"100ms\" or \"3s\", but is"
                        + " \"2\"",
                "thinkTime | norm(2s) | llmperf.thinkTime: thinkTime must be a time, a range or an exponential mean,"
                        + " as in \"1s\", \"1s..3s\" or \"exp(2s)\", but is \"norm(2s)\"",
                "burstiness | 2       | llmperf.burstiness: burstiness shapes a requestRate, and none is set; set it,"
                        + " or remove burstiness"
            })
    void namesTheKeyTheValueAndTheWayOut(String key, String value, String message) {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf." + key, value))
                .withMessage(message);
    }

    @Test
    void namesTheAnnotationAndItsPlace() {
        assertWrong(BadTimeoutTestCase.class, "bad", Map.of())
                .withMessage("@LlmLoad(timeout) on BadTimeoutTestCase.bad: value must have a unit, as in \"100ms\" or"
                        + " \"3s\", but is \"5\"");
    }

    @Test
    void namesTheClassWhoseSettingIsWrong() {
        assertWrong(BadDefaultsTestCase.class, "bad", Map.of())
                .withMessageStartingWith("@LlmDefaults(duration) on BadDefaultsTestCase: value must not be negative");
    }

    @Test
    void refusesUsersAndRequestRateTogether() {
        assertWrong(UsersAndRateTestCase.class, "both", Map.of())
                .withMessage("@LlmLoad(users) on UsersAndRateTestCase.both: users must not stand beside requestRate"
                        + " (@LlmLoad(requestRate) on UsersAndRateTestCase.both): users wait for their answers, a rate"
                        + " does not. Keep one of them");
    }

    @Test
    void readsTheSizeOfTheLargestAnswer() {
        assertThat(plan(PlainTestCase.class, "plain").caps().maxAnswerSize()).isEmpty();
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.maxAnswerSize", "64MB"))
                        .caps()
                        .maxAnswerSize())
                .hasValue(64L << 20);
    }

    @Test
    void refusesAnUnknownMetricAWrongUnitAndABadPercentileInRequire() {
        assertWrong(BadRequireTestCase.class, "metric", Map.of())
                .withMessageStartingWith(
                        "@Sla(require) on BadRequireTestCase.metric: metric must be one of ttft, ttfo,")
                .withMessageEndingWith("but is \"ttfb\"");
        assertWrong(BadRequireTestCase.class, "unit", Map.of())
                .withMessage("@Sla(require) on BadRequireTestCase.unit: value must be in one of us, ms, s, m, h, as in"
                        + " \"100ms\" or \"3s\", but is \"400 tokens\"");
        assertWrong(BadRequireTestCase.class, "percentile", Map.of())
                .withMessageStartingWith(
                        "@Sla(require) on BadRequireTestCase.percentile: percentile must be above 0 and below 100");
    }

    @Test
    void keepsTheCommasInsideParenthesesOfAPrompt() {
        PlanResolver resolver = resolver(
                PlainTestCase.class, "plain", Map.of("llmperf.prompt", "shared-prefix(prefixes=2, questions=3)"));

        assertThat(resolver.promptSetting().values()).containsExactly("shared-prefix(prefixes=2, questions=3)");
        assertThat(new Parameters(key -> Optional.of("chat, document-qa(a (1).md), shared-prefix(a=1, b=2) ,rag"))
                        .loadSettings()
                        .get("prompt")
                        .orElseThrow()
                        .values())
                .containsExactly("chat", "document-qa(a (1).md)", "shared-prefix(a=1, b=2)", "rag");
    }

    private static int users(LoadPlan plan) {
        return ((Arrival.ClosedLoop) plan.load().arrival()).users();
    }

    private static List<String> attributes(Class<?> annotation) {
        return Arrays.stream(annotation.getDeclaredMethods())
                .sorted(java.util.Comparator.comparing(Method::getName))
                .map(m -> m.getName() + " " + m.getReturnType().getSimpleName() + " "
                        + Arrays.deepToString(new Object[] {m.getDefaultValue()}))
                .toList();
    }

    @LlmDefaults(users = 2, maxNewTokens = 33, temperature = .1)
    static class FarTestCase {}

    @LlmDefaults(timeout = "9s", temperature = .5)
    static class NearTestCase extends FarTestCase {
        @LlmLoad(users = 7)
        void near() {}
    }

    @LlmDefaults(prompt = "rag")
    static class OuterTestCase {
        @Nested
        class InnerTestCase {
            @LlmLoad(users = 3)
            void inner() {}
        }
    }

    @LlmLoad(users = 11)
    @Sla(ttftP90 = "3s")
    @Retention(RetentionPolicy.RUNTIME)
    @interface TeamLoad {}

    static class ComposedTestCase {
        @TeamLoad
        void composed() {}
    }

    @Sla(ttftP90 = "3s", tpot = "100ms", errorRate = "2%")
    static class LimitsTestCase {
        @LlmLoad
        @Sla(ttftP90 = "1s", require = "itl.p99 < 400ms")
        void limits() {}
    }

    static class GoodputTestCase {
        @LlmLoad
        @Sla(eachTtft = "500ms", eachE2e = "4s")
        void goodput() {}
    }

    @LlmDefaults(users = 20)
    static class RateOverUsersTestCase {
        @LlmLoad(requestRate = "32/s")
        void rate() {}
    }

    static class MatrixTestCase {
        @LlmLoad(
                users = {4, 10},
                prompt = {"chat", "classifier"},
                maxNewTokens = 64)
        void matrix() {}
    }

    static class BadTimeoutTestCase {
        @LlmLoad(timeout = "5")
        void bad() {}
    }

    @LlmDefaults(duration = "-1s")
    static class BadDefaultsTestCase {
        @LlmLoad
        void bad() {}
    }

    static class UsersAndRateTestCase {
        @LlmLoad(users = 20, requestRate = "5/s")
        void both() {}
    }

    static class BadRequireTestCase {
        @LlmLoad
        @Sla(require = "ttfb.p90 < 3s")
        void metric() {}

        @LlmLoad
        @Sla(require = "itl.p99 < 400 tokens")
        void unit() {}

        @LlmLoad
        @Sla(require = "itl.p101 < 400ms")
        void percentile() {}
    }
}
