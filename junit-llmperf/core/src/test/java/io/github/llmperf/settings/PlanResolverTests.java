package io.github.llmperf.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmDefaults;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.Window;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
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
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanResolverTests {

    private static final RequestTokens TEN = new RequestTokens(10, 128);

    private static final Scenario SCENARIO = new Scenario("T", "m", Map.of(), Scenario.SINGLE);

    // --- merging and precedence ---------------------------------------------------------------------------------

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
    void switchesTheBaselineOffByAnnotationWhateverTheModeIs() {
        assertThat(plan(NoBaselineTestCase.class, "none", Map.of("llmperf.baseline", "record"))
                        .criteria()
                        .baseline()
                        .mode())
                .isEqualTo(BaselinePolicy.Mode.OFF);
    }

    @Test
    void readsAnchorAndTrialsAndOverridesThem() {
        BaselinePolicy said =
                plan(AnchoredTestCase.class, "anchored").criteria().baseline();
        assertThat(said.anchor()).isEqualTo("v1.2");
        assertThat(said.trials()).isEqualTo(3);
        assertThat(said.tag()).isNull();
        BaselinePolicy overridden = plan(
                        AnchoredTestCase.class,
                        "anchored",
                        Map.of(
                                "llmperf.baseline", "record",
                                "llmperf.baseline.anchor", "release/2.0_rc-1",
                                "llmperf.baseline.tag", "v2",
                                "llmperf.trials", "10"))
                .criteria()
                .baseline();
        assertThat(overridden.anchor()).isEqualTo("release/2.0_rc-1");
        assertThat(overridden.trials()).isEqualTo(10);
        assertThat(overridden.tag()).isEqualTo("v2");
    }

    @Test
    void tagsNothingThatIsNotCompared() {
        Map<String, String> tagged = Map.of("llmperf.baseline", "record", "llmperf.baseline.tag", "v2");
        assertThat(plan(NoBaselineTestCase.class, "none", tagged)
                        .criteria()
                        .baseline()
                        .mode())
                .isEqualTo(BaselinePolicy.Mode.OFF);
    }

    @Test
    void calibratesWithEightTrialsOrAsManyAsTheKeySays() {
        Map<String, String> calibrate = Map.of("llmperf.baseline", "calibrate");
        assertThat(plan(AnchoredTestCase.class, "anchored", calibrate)
                        .criteria()
                        .baseline()
                        .trials())
                .isEqualTo(8);
        Map<String, String> more = Map.of("llmperf.baseline", "calibrate", "llmperf.trials", "30");
        assertThat(plan(AnchoredTestCase.class, "anchored", more)
                        .criteria()
                        .baseline()
                        .trials())
                .isEqualTo(30);
        assertWrong(AnchoredTestCase.class, "anchored", Map.of("llmperf.baseline", "calibrate", "llmperf.trials", "1"))
                .withMessage("llmperf.trials: value must be from 2 to 30 to calibrate, but is 1");
        assertWrong(
                        AnchoredTestCase.class,
                        "anchored",
                        Map.of("llmperf.baseline", "calibrate", "llmperf.baseline.accept", "larger model"))
                .withMessage("llmperf.baseline.accept: accepting a run must store it: add -Dllmperf.baseline=record");
        assertWrong(
                        AnchoredTestCase.class,
                        "anchored",
                        Map.of("llmperf.baseline", "off", "llmperf.baseline.accept", "larger model"))
                .withMessage("llmperf.baseline.accept: accepting a run must store it: add -Dllmperf.baseline=record");
    }

    @Test
    void refusesATagThatIsNone() {
        assertWrong(
                        AnchoredTestCase.class,
                        "anchored",
                        Map.of("llmperf.baseline", "record", "llmperf.baseline.tag", "v1 2"))
                .withMessage("llmperf.baseline.tag: value must be a tag of letters, digits and . - _ /, as in \"v1.2\","
                        + " but is \"v1 2\"");
        assertWrong(BadTrialsTestCase.class, "bad", Map.of())
                .withMessage("@Baseline(trials) on BadTrialsTestCase.bad: value must be from 1 to 10, but is -1");
    }

    @Test
    void makesRoomForALongDuration() {
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.duration", "10m"))
                        .load()
                        .phases()
                        .maxDuration())
                .isEqualTo(Duration.ofMinutes(11));
    }

    @Test
    void keepsAnAdaptiveRunGoingForAHundredRequestsOrFivePerUser() {
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.users", "20"))
                        .requestGoal())
                .hasValue(100);
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.users", "50"))
                        .requestGoal())
                .hasValue(250);
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.requests", "7"))
                        .requestGoal())
                .hasValue(7);
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.duration", "1m"))
                        .requestGoal())
                .isEmpty();
    }

    // --- matrix -------------------------------------------------------------------------------------------------

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

    // --- bad input ----------------------------------------------------------------------------------------------

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
    void refusesALimitOnTtftWithoutStreams() {
        assertWrong(UnstreamedTestCase.class, "limit", Map.of())
                .withMessage(
                        "@Sla(ttftP90) on UnstreamedTestCase.limit: a limit on ttft.p90 must have streamed answers,"
                                + " but stream is OFF: there is no ttft then. Switch streaming on, or limit e2e (mean or"
                                + " p90) or, where the server states it, serverTtft");
    }

    @Test
    void refusesAGatedTtftWithoutStreams() {
        assertWrong(UnstreamedTestCase.class, "gated", Map.of())
                .withMessageStartingWith("@Baseline(gated) on UnstreamedTestCase.gated: gating ttft.p50 must have"
                        + " streamed answers, but stream is OFF");
    }

    @Test
    void namesTheAlternativesThatTheServerHasWhereNothingIsStreamed() {
        assertWrong(OpenAiTestCase.class, "unstreamed", Map.of())
                .withMessage("@Sla(tpot) on OpenAiTestCase.unstreamed: a limit on tpot.mean must have streamed answers,"
                        + " but stream is OFF: there is no tpot then. Switch streaming on, or limit e2e (mean or p90);"
                        + " api \"openai-chat\" at api.openai.com does not state serverTpot");
    }

    @Test
    void refusesALimitOnATimeThatTheServerNeverStates() {
        assertWrong(OpenAiTestCase.class, "server", Map.of())
                .withMessage(
                        "@Sla(require) on OpenAiTestCase.server: a limit on serverTtft.p90 must rest on a time that"
                                + " the server states, but api \"openai-chat\" at api.openai.com states no times of its"
                                + " own. Limit ttft instead");
        assertWrong(OpenAiTestCase.class, "server", Map.of("llmperf.stream", "off"))
                .withMessageEndingWith(" states no times of its own. Switch streaming on and limit ttft, or limit e2e");
        assertWrong(OpenAiTestCase.class, "gated", Map.of())
                .withMessageStartingWith(
                        "@Baseline(gated) on OpenAiTestCase.gated: gating serverQueue.p50 must rest on")
                .withMessageEndingWith(". Gate e2e instead");
    }

    @Test
    void refusesAnApiThatDoesNotExistBeforeAnythingIsStarted() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> resolver(OpenAiTestCase.class, "forced", Map.of("llmperf.target.api", "open-ai"))
                        .check(SCENARIO))
                .withMessageStartingWith("llmperf.target.api: api must be one of ")
                .withMessageEndingWith(", or the name of a Dialect found by ServiceLoader, but is \"open-ai\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "forced | @LlmLoad(forceLength) on OpenAiTestCase.forced: forceLength must be OFF with api"
                        + " \"openai-chat\" at api.openai.com, which has no way to produce an exact number of tokens;"
                        + " remove it, and compare answers of the lengths that come",
                "body   | @LlmLoad(extraBody) on OpenAiTestCase.body: extraBody must not set \"stream\", but is"
                        + " \"{\"stream\":false}\"; use the attribute stream"
            })
    void refusesWhatTheDialectCannotDoByTheNameOfItsSetting(String method, String message) {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> checkWithTarget(method, Map.of()))
                .withMessage(message);
    }

    @Test
    void namesTheKeyWhereTheSettingIsAKey() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> checkWithTarget("plain", Map.of("llmperf.forceLength", "on")))
                .withMessageStartingWith("llmperf.forceLength: forceLength must be OFF with api");
    }

    @Test
    void readsTheSizeOfTheLargestAnswer() {
        assertThat(plan(PlainTestCase.class, "plain").caps().maxAnswerSize()).isEmpty();
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.maxAnswerSize", "64MB"))
                        .caps()
                        .maxAnswerSize())
                .hasValue(64L << 20);
    }

    private static void checkWithTarget(String method, Map<String, String> parameters) {
        PlanResolver resolver = resolver(OpenAiTestCase.class, method, parameters);
        resolver.check(
                resolver.plan(
                        SCENARIO, "run", Target.at("https://api.openai.com/v1").withModel("m"), "hash"),
                TEN);
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
    void refusesAScheduleThatMemoryWouldNotHold() {
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.requestRate", "2000000000/s", "llmperf.duration", "10s"))
                .withMessage(
                        "llmperf.requestRate: requestRate and duration must plan at most 10000000 requests, but plan"
                                + " 20000000000; lower one of them");
    }

    @Test
    void refusesAWarmupWhereEverythingIsMeasured() {
        assertWrong(WholeRunTestCase.class, "both", Map.of())
                .withMessage(
                        "@LlmLoad(warmup) on WholeRunTestCase.both: warmup must not stand beside window = WHOLE_RUN,"
                                + " which measures everything; remove it");
    }

    @Test
    void refusesACooldownWhereEverythingIsMeasured() {
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.window", "WHOLE_RUN", "llmperf.duration", "10s", "llmperf.cooldown", "5s"))
                .withMessage("llmperf.cooldown: cooldown must not stand beside window = WHOLE_RUN, which measures"
                        + " everything; remove it");
    }

    @Test
    void refusesACooldownWhereAllStartAtOnce() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.requestRate", "inf", "llmperf.cooldown", "5s"))
                .withMessage("llmperf.cooldown: cooldown must not stand beside requestRate = inf: all requests start at"
                        + " once. Set cooldown = \"0s\"");
    }

    @Test
    void refusesADurationWhereAllStartAtOnce() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.requestRate", "inf", "llmperf.duration", "10s"))
                .withMessage("llmperf.duration: duration must not stand beside requestRate = inf: all requests start at"
                        + " once. Set requests");
    }

    @Test
    void refusesAMaxDurationBelowTheDuration() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.duration", "2m", "llmperf.maxDuration", "1m"))
                .withMessage("llmperf.maxDuration: maxDuration must not be shorter than duration (2m), but is 1m");
    }

    @Test
    void refusesARampThatOutlastsTheLoad() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.users", "3", "llmperf.spawnRate", "1e-3"))
                .withMessage("llmperf.spawnRate: the ramp must end before the load does (5m), but would take 2000s;"
                        + " start users faster or raise maxDuration");
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.users", "4", "llmperf.ramp", "2 every 3s", "llmperf.maxDuration", "3s"))
                .withMessage("llmperf.ramp: the ramp must end before the load does (3s), but would take 3s;"
                        + " start users faster or raise maxDuration");
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.users", "20", "llmperf.ramp", "5 every 2m"))
                .withMessage("llmperf.ramp: the ramp must end before the load does (5m), but would take 6m;"
                        + " start users faster or raise maxDuration");
    }

    @Test
    void refusesANumberOfRequestsThatMemoryWouldNotHold() {
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.requestRate", "10/s", "llmperf.requests", "2000000000"))
                .withMessage("llmperf.requestRate: requestRate and requests must plan at most 10000000 requests, but"
                        + " plan 2000000000; lower one of them");
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of(
                                "llmperf.requestRate",
                                "1000000/s",
                                "llmperf.requests",
                                "10",
                                "llmperf.warmup",
                                "1m",
                                "llmperf.cooldown",
                                "1m"))
                .withMessage("llmperf.requestRate: requestRate and requests and warmup and cooldown must plan at most"
                        + " 10000000 requests, but plan 120000010; lower one of them");
    }

    @Test
    void refusesAWarmupThatOutlastsTheLoad() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.warmup", "10m"))
                .withMessage("llmperf.warmup: warmup must end before the load does (5m), but would take 10m;"
                        + " shorten it or raise maxDuration");
    }

    @Test
    void letsZeroTakeBackAWarmupAndACooldownWhereAllStartAtOnce() {
        LoadPlan plan = plan(
                PlainTestCase.class,
                "plain",
                Map.of("llmperf.requestRate", "inf", "llmperf.warmup", "0", "llmperf.cooldown", "0s"));

        assertThat(plan.load().phases().warmup().isNone()).isTrue();
    }

    @Test
    void countsWhatARateSendsAroundTheMeasurementAgainstTheBudget() {
        LoadPlan plan = plan(
                PlainTestCase.class,
                "plain",
                Map.of(
                        "llmperf.requestRate", "100/s",
                        "llmperf.requests", "10",
                        "llmperf.warmup", "200ms",
                        "llmperf.cooldown", "3s",
                        "llmperf.maxTokens", "8000"));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Budget.check(plan, TEN))
                .withMessage("maxTokens must be at least 45540, which the plan is expected to spend (330 requests with"
                        + " warm-up, up to 128 output tokens each), but is 8000; raise maxTokens, or lower requests or"
                        + " maxNewTokens");
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

    @Test
    void countsEveryTrialAgainstTheBudget() {
        LoadPlan plan = plan(
                PlainTestCase.class,
                "plain",
                Map.of("llmperf.users", "1", "llmperf.requests", "9", "llmperf.maxTokens", "3000"));
        Budget.check(plan, TEN, 2);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Budget.check(plan, TEN, 3))
                .withMessage("maxTokens must be at least 4140, which the plan is expected to spend (10 requests with"
                        + " warm-up, up to 128 output tokens each, in 3 trials), but is 3000; raise maxTokens, or lower"
                        + " requests, trials or maxNewTokens");
    }

    @Test
    void refusesABudgetForUsersThatCoolDown() {
        LoadPlan plan = plan(
                PlainTestCase.class,
                "plain",
                Map.of("llmperf.requests", "10", "llmperf.cooldown", "3s", "llmperf.maxTokens", "8000"));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Budget.check(plan, TEN))
                .withMessage("maxTokens must stand beside a number of requests: how many users in a warm-up or cooldown"
                        + " of a time will send cannot be known beforehand. Set warmup to a number and no cooldown, or"
                        + " remove maxTokens");
    }

    @Test
    void refusesAPlanThatIsOverItsBudget() {
        LoadPlan plan = plan(PlainTestCase.class, "plain", Map.of("llmperf.maxTokens", "1000"));
        PlanResolver resolver = resolver(PlainTestCase.class, "plain", Map.of("llmperf.maxTokens", "1000"));
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> resolver.check(plan, TEN))
                .withMessage("llmperf.maxTokens: maxTokens must be at least 13938, which the plan is expected to spend"
                        + " (101 requests with warm-up, up to 128 output tokens each), but is 1000; raise maxTokens, or"
                        + " lower requests or maxNewTokens");
    }

    @Test
    void countsWhatAConversationRepeatsAgainstTheBudget() {
        Map<String, String> settings = Map.of(
                "llmperf.maxTokens", "3311", "llmperf.users", "2", "llmperf.requests", "9", "llmperf.turns", "4");
        LoadPlan plan = plan(PlainTestCase.class, "plain", settings);
        // 11 requests with the warm-up: 6 turns of one user cost 1+2+3+4 + 1+2 texts and answers, 5 of the other 11
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Budget.check(plan, TEN))
                .withMessage("maxTokens must be at least 3312, which the plan is expected to spend (11 requests with"
                        + " warm-up, up to 128 output tokens each, in conversations of 4 turns that repeat what was"
                        + " said), but is 3311; raise maxTokens, or lower requests, turns or maxNewTokens");
        Map<String, String> enough = new java.util.HashMap<>(settings);
        enough.put("llmperf.maxTokens", "3312");
        Budget.check(plan(PlainTestCase.class, "plain", enough), TEN);
    }

    @Test
    void refusesTurnsWhereTheDialectTakesOneTextByTheNameOfTheSetting() {
        PlanResolver resolver = resolver(PlainTestCase.class, "plain", Map.of("llmperf.turns", "4"));
        Target target = Target.at("http://localhost").withApi("vllm-generate");
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> resolver.check(resolver.plan(SCENARIO, "run", target, "hash"), TEN))
                .withMessage("llmperf.turns: turns must be 1 with api \"vllm-generate\", which takes one text and no"
                        + " earlier turns, but is 4; remove it, or use an api that takes messages, such as"
                        + " \"openai-chat\"");
    }

    // --- fixtures -----------------------------------------------------------------------------------------------

    private static LoadPlan plan(Class<?> testClass, String method) {
        return plan(testClass, method, Map.of());
    }

    private static LoadPlan plan(Class<?> testClass, String method, Map<String, String> parameters) {
        PlanResolver resolver = resolver(testClass, method, parameters);
        resolver.check(SCENARIO);
        return resolver.plan(SCENARIO, "run", Target.at("http://localhost"), "hash");
    }

    private static PlanResolver resolver(Class<?> testClass, String method, Map<String, String> map) {
        AnnotationTrail trail = trail(testClass, method);
        Parameters parameters = new Parameters(key -> Optional.ofNullable(map.get(key)));
        Settings settings =
                parameters.loadSettings().over(trail.merged(LlmLoad.class)).over(trail.merged(LlmDefaults.class));
        return new PlanResolver(Cell.matrix(settings).get(0), trail, parameters);
    }

    private static AnnotationTrail trail(Class<?> testClass, String method) {
        return Arrays.stream(testClass.getDeclaredMethods())
                .filter(m -> m.getName().equals(method))
                .map(m -> new AnnotationTrail(testClass, m))
                .findFirst()
                .orElseThrow();
    }

    private static org.assertj.core.api.ThrowableAssertAlternative<ExtensionConfigurationException> assertWrong(
            Class<?> testClass, String method, Map<String, String> parameters) {
        return assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> plan(testClass, method, parameters));
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

    static class PlainTestCase {
        @LlmLoad
        void plain() {}
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

    static class AnchoredTestCase {
        @LlmLoad
        @Baseline(anchor = "v1.2", trials = 3)
        void anchored() {}
    }

    static class BadTrialsTestCase {
        @LlmLoad
        @Baseline(trials = -1)
        void bad() {}
    }

    static class NoBaselineTestCase {
        @LlmLoad
        @Baseline(Toggle.OFF)
        void none() {}
    }

    static class MatrixTestCase {
        @LlmLoad(
                users = {4, 10},
                prompt = {"chat", "classifier"},
                maxNewTokens = 64)
        void matrix() {}
    }

    static class WholeRunTestCase {
        @LlmLoad(window = Window.WHOLE_RUN, warmup = "2", duration = "10s")
        void both() {}
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

    static class UnstreamedTestCase {
        @LlmLoad(stream = Toggle.OFF)
        @Sla(ttftP90 = "3s")
        void limit() {}

        @LlmLoad(stream = Toggle.OFF)
        @Baseline(gated = "ttft.p50")
        void gated() {}
    }

    @LlmTarget(url = "https://api.openai.com/v1", model = "m")
    static class OpenAiTestCase {
        @LlmLoad
        void plain() {}

        @LlmLoad(stream = Toggle.OFF)
        @Sla(tpot = "50ms")
        void unstreamed() {}

        @LlmLoad
        @Sla(require = "serverTtft.p90 < 300ms")
        void server() {}

        @LlmLoad
        @Baseline(gated = "serverQueue.p50")
        void gated() {}

        @LlmLoad(forceLength = Toggle.ON)
        void forced() {}

        @LlmLoad(extraBody = "{\"stream\":false}")
        void body() {}
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
