package io.github.llmperf.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.github.llmperf.LlmDefaults;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.Window;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.ThinkTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StagesResolverTests {

    // --- what each stage becomes --------------------------------------------------------------------------------

    @Test
    void makesEachStageALoadOfItsOwn() {
        List<LoadPlan> plans = plans(PlainTestCase.class, "plain", Map.of());
        assertThat(plans)
                .extracting(plan -> plan.load().arrival())
                .containsExactly(
                        Arrival.ClosedLoop.of(5),
                        Arrival.ClosedLoop.of(20),
                        new Arrival.OpenLoop(8, 1, OptionalInt.empty()));
        assertThat(plans)
                .extracting(plan -> plan.load().phases().duration().orElseThrow())
                .containsExactly(Duration.ofMinutes(1), Duration.ofMinutes(2), Duration.ofSeconds(30));
        assertThat(plans)
                .extracting(plan -> plan.load().phases().warmup())
                .containsExactly(Phases.Warmup.ONE_REQUEST, Phases.Warmup.ONE_REQUEST, Phases.Warmup.NONE);
        assertThat(plans)
                .allSatisfy(plan -> assertThat(plan.load().phases().requests()).isEmpty());
    }

    @Test
    void namesEachStageByItsNumberAndItsLoad() {
        assertThat(cells(PlainTestCase.class, "plain", Map.of()))
                .extracting(Cell::name, Cell::displayName)
                .containsExactly(
                        tuple("stage=1", "stage=1, users=5, prompt=chat, maxNewTokens=128"),
                        tuple("stage=2", "stage=2, users=20, prompt=chat, maxNewTokens=128"),
                        tuple("stage=3", "stage=3, requestRate=8/s, prompt=chat, maxNewTokens=128"));
    }

    @Test
    void takesThePlaceOfUsersInAMatrix() {
        List<PlanResolver> tests = resolvers(MatrixTestCase.class, "matrix", Map.of());
        assertThat(tests)
                .extracting(test -> test.cell().displayName())
                .containsExactly("stages=2, prompt=chat, maxNewTokens=128", "stages=2, prompt=rag, maxNewTokens=128");
        assertThat(tests.get(1).loads())
                .extracting(load -> load.cell().name())
                .containsExactly("prompt=rag,stage=1", "prompt=rag,stage=2");
    }

    @Test
    void allowsTheSameStageTwice() {
        List<LoadPlan> plans = plans(
                PlainTestCase.class, "plain", Map.of("llmperf.stages", "5 users for 1m,9 users for 1m,5 users for 1m"));
        assertThat(plans).hasSize(3);
        assertThat(plans.get(2).load().arrival()).isEqualTo(plans.get(0).load().arrival());
    }

    @Test
    void keepsWorkloadAndLimitsOfTheTestInEveryStage() {
        assertThat(plans(PlainTestCase.class, "plain", Map.of("llmperf.timeout", "9s", "llmperf.abort", "on")))
                .hasSize(3)
                .allSatisfy(plan -> {
                    assertThat(plan.caps().timeout()).isEqualTo(Duration.ofSeconds(9));
                    assertThat(plan.load().phases().abort()).isTrue();
                    assertThat(plan.criteria().limits().limits()).hasToString("[ttft.p90 ≤ 3000 ms]");
                });
    }

    @Test
    void givesEachKindOfStageWhatItHasAUseFor() {
        List<LoadPlan> plans = plans(MixedTestCase.class, "mixed", Map.of());
        assertThat(plans.get(0).load().arrival())
                .isEqualTo(new Arrival.ClosedLoop(5, Ramp.atRate(1), ThinkTime.parse("1s..3s"), 1));
        assertThat(plans.get(1).load().arrival()).isEqualTo(new Arrival.OpenLoop(8, .5, OptionalInt.of(40)));
        assertThat(plans.get(0).load().phases().warmup()).isEqualTo(Phases.Warmup.parse("2"));
        assertThat(plans.get(1).load().phases().warmup()).isEqualTo(Phases.Warmup.NONE);
        assertThat(plans)
                .allSatisfy(plan -> assertThat(plan.load().phases().cooldown()).isEqualTo(Duration.ofSeconds(4)));
    }

    @Test
    void warmsEveryStageUpForTheSameTime() {
        assertThat(plans(MixedTestCase.class, "mixed", Map.of("llmperf.warmup", "10s")))
                .extracting(plan -> plan.load().phases().warmup().time())
                .containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    // --- the cap ------------------------------------------------------------------------------------------------

    @Test
    void allowsEachStageAMinuteMoreThanItNeeds() {
        assertThat(plans(PlainTestCase.class, "plain", Map.of()))
                .extracting(plan -> plan.load().phases().maxDuration())
                .containsExactly(Duration.ofMinutes(2), Duration.ofMinutes(3), Duration.ofSeconds(90));
        // Ramp of 4 s, duration of 60 s, cooldown of 4 s; the rate has no ramp.
        assertThat(plans(MixedTestCase.class, "mixed", Map.of()))
                .extracting(plan -> plan.load().phases().maxDuration())
                .containsExactly(Duration.ofSeconds(4 + 60 + 4 + 60), Duration.ofSeconds(30 + 4 + 60));
    }

    @Test
    void sharesMaxDurationOutSoThatAllStagesTogetherStayWithin() {
        List<LoadPlan> plans = plans(PlainTestCase.class, "plain", Map.of("llmperf.maxDuration", "5m"));
        assertThat(plans)
                .extracting(plan -> plan.load().phases().maxDuration())
                .containsExactly(
                        Duration.ofSeconds(60 + 30), Duration.ofSeconds(120 + 30), Duration.ofSeconds(30 + 30));
        assertThat(plans.stream()
                        .map(plan -> plan.load().phases().maxDuration())
                        .reduce(Duration.ZERO, Duration::plus))
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void refusesAMaxDurationShorterThanAllStagesTogether() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.maxDuration", "3m"))
                .withMessage("llmperf.maxDuration: maxDuration must not be shorter than all stages together, with their"
                        + " ramps, warm-ups and cooldowns (210s), but is 3m; raise it or shorten the stages");
    }

    // --- precedence ---------------------------------------------------------------------------------------------

    @Test
    void replacesUsersRequestsAndDurationThatStandFartherAway() {
        assertThat(plans(NearTestCase.class, "staged", Map.of()))
                .extracting(plan -> plan.load().arrival())
                .containsExactly(Arrival.ClosedLoop.of(2), Arrival.ClosedLoop.of(4));
    }

    @Test
    void isReplacedByUsersOrARateThatStandNearer() {
        assertThat(plans(StagedDefaultsTestCase.class, "users", Map.of()))
                .extracting(plan -> plan.load().arrival())
                .containsExactly(Arrival.ClosedLoop.of(7));
        assertThat(plans(StagedDefaultsTestCase.class, "inherits", Map.of("llmperf.requestRate", "3/s")))
                .extracting(plan -> plan.load().arrival())
                .containsExactly(new Arrival.OpenLoop(3, 1, OptionalInt.empty()));
        assertThat(plans(StagedDefaultsTestCase.class, "inherits", Map.of())).hasSize(2);
    }

    @Test
    void refusesANearerDurationWhichWouldNotSayOfWhat() {
        assertWrong(StagedDefaultsTestCase.class, "inherits", Map.of("llmperf.duration", "10s"))
                .withMessage("llmperf.duration: duration must not stand beside stages"
                        + " (@LlmDefaults(stages) on StagedDefaultsTestCase), each of which says how long it lasts; keep"
                        + " one of them");
    }

    // --- what does not go together ------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "users|3|, which say how many users or which rate; keep one of them",
                "requestRate|3/s|, which say how many users or which rate; keep one of them",
                "requests|50|, each of which says how long it lasts; keep one of them",
                "duration|5s|, each of which says how long it lasts; keep one of them",
                "maxTokens|9000|: how many requests they will send cannot be known beforehand; remove maxTokens",
            })
    void refusesBesideIt(String attribute, String value, String why) {
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.stages", "2 users for 1m", "llmperf." + attribute, value))
                .withMessage("llmperf." + attribute + ": " + attribute
                        + " must not stand beside stages (llmperf.stages)" + why);
    }

    @Test
    void refusesAnAttributeBesideItOnTheSameAnnotation() {
        assertWrong(BothTestCase.class, "both", Map.of())
                .withMessage(
                        "@LlmLoad(users) on BothTestCase.both: users must not stand beside stages (@LlmLoad(stages) on"
                                + " BothTestCase.both), which say how many users or which rate; keep one of them");
    }

    @Test
    void refusesTheWholeRunAsWindowWhereverItIsSet() {
        assertWrong(WholeRunTestCase.class, "staged", Map.of())
                .withMessage("@LlmDefaults(window) on WholeRunTestCase: window = WHOLE_RUN must not stand beside stages"
                        + " (@LlmLoad(stages) on WholeRunTestCase.staged), which are measured one by one; set window ="
                        + " STEADY");
        assertThat(plans(WholeRunTestCase.class, "staged", Map.of("llmperf.window", "steady")))
                .hasSize(1);
    }

    @Test
    void refusesRepetitions() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.repetitions", "3"))
                .withMessage("llmperf.repetitions: repetitions must be 1 beside stages (@LlmLoad(stages) on"
                        + " PlainTestCase.plain), but is 3; list a stage as often as it is to run, and set repetitions ="
                        + " 1");
        assertThat(plans(PlainTestCase.class, "plain", Map.of("llmperf.repetitions", "1")))
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"spawnRate,1", "ramp,2 every 5s", "thinkTime,1s", "turns,3"})
    void refusesWhatOnlyUsersHaveWhereAllStagesAreRates(String attribute, String value) {
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.stages", "8/s for 30s", "llmperf." + attribute, value))
                .withMessage("llmperf." + attribute + ": " + attribute
                        + " needs users, and no stage has them (llmperf.stages); remove it");
    }

    @ParameterizedTest
    @CsvSource({"burstiness,2", "maxInFlight,10"})
    void refusesWhatOnlyARateHasWhereAllStagesHaveUsers(String attribute, String value) {
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.stages", "2 users for 30s", "llmperf." + attribute, value))
                .withMessage("llmperf." + attribute + ": " + attribute
                        + " needs a rate, and no stage has one (llmperf.stages); remove it");
    }

    @Test
    void refusesAWarmupCountedByUsersWhereNoStageHasThem() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.stages", "8/s for 30s", "llmperf.warmup", "2"))
                .withMessage(
                        "llmperf.warmup: warmup must be a time, as in \"10s\", where requestRate is set: there are no"
                                + " users to count requests by");
    }

    @Test
    void namesWhereABadStageStands() {
        assertWrong(BadTestCase.class, "bad", Map.of())
                .withMessage(
                        "@LlmLoad(stages) on BadTestCase.bad: stages must be users or a rate, and for how long, as in"
                                + " \"5 users for 1m\" or \"8/s for 30s\", but is \"20 users\"");
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.stages", "0 users for 1m"))
                .withMessage(
                        "llmperf.stages: stages must have 1 user or more, as in \"5 users for 1m\" or \"8/s for 30s\","
                                + " but is \"0 users for 1m\"");
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.stages", "30000 users for 1m"))
                .withMessage("llmperf.stages: users must be at most 20000 on one machine, but is 30000");
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.stages", "90000/s for 1h"))
                .withMessage("llmperf.stages: requestRate and duration must plan at most 10000000 requests, but plan"
                        + " 324000000; lower one of them");
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.stages", "2 users for 1m,"))
                .withMessageEndingWith("but is \"\"");
    }

    // --- fixtures -----------------------------------------------------------------------------------------------

    private static org.assertj.core.api.ThrowableAssertAlternative<ExtensionConfigurationException> assertWrong(
            Class<?> testClass, String method, Map<String, String> parameters) {
        return assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> plans(testClass, method, parameters));
    }

    private static List<LoadPlan> plans(Class<?> testClass, String method, Map<String, String> parameters) {
        Scenario scenario = new Scenario("T", "m", Map.of(), Scenario.SINGLE);
        return resolvers(testClass, method, parameters).get(0).loads().stream()
                .map(load -> {
                    load.check(scenario);
                    return load.plan(scenario, "run", Target.at("http://localhost"), "hash");
                })
                .toList();
    }

    private static List<Cell> cells(Class<?> testClass, String method, Map<String, String> parameters) {
        return resolvers(testClass, method, parameters).get(0).loads().stream()
                .map(PlanResolver::cell)
                .toList();
    }

    private static List<PlanResolver> resolvers(Class<?> testClass, String method, Map<String, String> map) {
        AnnotationTrail trail = Arrays.stream(testClass.getDeclaredMethods())
                .filter(m -> m.getName().equals(method))
                .map(m -> new AnnotationTrail(testClass, m))
                .findFirst()
                .orElseThrow();
        Parameters parameters = new Parameters(key -> Optional.ofNullable(map.get(key)));
        Settings settings =
                parameters.loadSettings().over(trail.merged(LlmLoad.class)).over(trail.merged(LlmDefaults.class));
        return Cell.matrix(settings).stream()
                .map(cell -> new PlanResolver(cell, trail, parameters))
                .toList();
    }

    @Sla(ttftP90 = "3s")
    static class PlainTestCase {
        @LlmLoad(stages = {"5 users for 1m", "20 users for 2m", "8/s for 30s"})
        void plain() {}
    }

    static class MatrixTestCase {
        @LlmLoad(
                stages = {"2 users for 1m", "4 users for 1m"},
                prompt = {"chat", "rag"})
        void matrix() {}
    }

    static class MixedTestCase {
        @LlmLoad(
                stages = {"5 users for 1m", "8/s for 30s"},
                spawnRate = 1,
                thinkTime = "1s..3s",
                burstiness = .5,
                maxInFlight = 40,
                warmup = "2",
                cooldown = "4s")
        void mixed() {}
    }

    @LlmDefaults(users = 30, requests = 10, duration = "10s")
    static class NearTestCase {
        @LlmLoad(stages = {"2 users for 1m", "4 users for 1m"})
        void staged() {}
    }

    @LlmDefaults(stages = {"2 users for 1m", "4 users for 1m"})
    static class StagedDefaultsTestCase {
        @LlmLoad(users = 7)
        void users() {}

        @LlmLoad
        void inherits() {}
    }

    static class BothTestCase {
        @LlmLoad(users = 3, stages = "2 users for 1m")
        void both() {}
    }

    @LlmDefaults(window = Window.WHOLE_RUN)
    static class WholeRunTestCase {
        @LlmLoad(stages = "2 users for 1m")
        void staged() {}
    }

    static class BadTestCase {
        @LlmLoad(stages = {"5 users for 1m", "20 users"})
        void bad() {}
    }
}
