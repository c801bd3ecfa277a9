package io.github.llmperf.corpus;

import static io.github.llmperf.corpus.Scene.HEALTHY;
import static io.github.llmperf.corpus.Scene.named;

import io.github.llmperf.load.Health;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Rerun;
import io.github.llmperf.secret.Secret;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Lateness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the product says in every case that it tells apart: each verdict, each kind of finding, searches, pairs, stages,
 * sweeps, hostile names.
 */
public final class Scenes {

    /** Where all of them are written. */
    public static final Path OUTPUT = Scene.OUTPUT;

    private static final Serving USUAL = Serving.usual();
    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);

    private Scenes() {}

    /**
     * Plays all of them.
     *
     * @return a report each
     */
    public static List<Report> all() {
        List<Report> all = new ArrayList<>();
        all.addAll(limits());
        all.addAll(ends());
        all.addAll(faults());
        all.addAll(validity());
        all.addAll(comparisons());
        all.addAll(anchors());
        all.addAll(trials());
        all.addAll(pairs());
        all.addAll(searches());
        all.addAll(cells());
        all.addAll(names());
        return all;
    }

    private static TestPlan users() {
        return TestPlan.users(10).requests(200);
    }

    private static List<Report> limits() {
        return List.of(
                named("meetsItsLimits").report(),
                named("hasNoLimits").planned(users()).report(),
                named("breaksOneLimit").served(USUAL.slowerToBegin(2)).report(),
                named("breaksAllLimits")
                        .planned(users().limits(
                                        "ttft.p90 <= 250ms",
                                        "tpot <= 15ms",
                                        "errorRate <= 1%",
                                        "outputTokenRate >= 5000 tokens/s"))
                        .served(USUAL.failing(10, FailureKind.OVERLOAD))
                        .report(),
                named("countsFailuresAsInfinite")
                        .planned(users().limits("ttft.p99 <= 1s", "e2e.p90 <= 2s"))
                        .served(USUAL.failing(40, FailureKind.TIMEOUT))
                        .report(),
                named("hasTooFewForAPercentile")
                        .planned(TestPlan.users(4).requests(20).limits("ttft.p99 <= 1s"))
                        .report(),
                named("comesInOnePiece")
                        .planned(users().limits("tpot <= 30ms", "e2e.p90 <= 2s"))
                        .served(USUAL.inOnePiece())
                        .report(),
                named("isNotStreamed")
                        .planned(users().notStreamed().limits("e2e.p90 <= 500ms"))
                        .report(),
                named("limitsEachRequest")
                        .planned(users().limits("goodput >= 3 requests/s")
                                .each(OptionalDouble.of(250), OptionalDouble.of(30), OptionalDouble.empty()))
                        .report(),
                named("sendsAtARate")
                        .planned(TestPlan.rate(8)
                                .duration(Duration.ofSeconds(30))
                                .limits("ttft.p90 <= 500ms"))
                        .report());
    }

    private static List<Report> ends() {
        return List.of(
                named("cannotCarryItsRate")
                        .planned(TestPlan.rate(20).duration(TWO_MINUTES).abort())
                        .served(USUAL.growing(.5))
                        .report(),
                named("stopsAtABrokenLimit")
                        .planned(TestPlan.users(10)
                                .duration(TWO_MINUTES)
                                .limits("ttft.p90 <= 300ms")
                                .abort())
                        .served(USUAL.slower(4))
                        .report(),
                named("comesToItsMaxDuration")
                        .planned(TestPlan.users(5)
                                .requests(2000)
                                .maxDuration(Duration.ofSeconds(20))
                                .limits("ttft.p90 <= 500ms"))
                        .report(),
                named("isInterrupted").interruptedAfter(9_000).report(),
                named("countsTheWholeRun")
                        .planned(TestPlan.users(8)
                                .wholeRun()
                                .spawnRate(2)
                                .duration(Duration.ofSeconds(40))
                                .limits("ttft.p90 <= 500ms"))
                        .report(),
                named("coolsDown")
                        .planned(TestPlan.users(8)
                                .duration(Duration.ofSeconds(20))
                                .cooldown(Duration.ofSeconds(5))
                                .warmup("5s")
                                .limits("ttft.p90 <= 500ms"))
                        .report(),
                named("endsBeforeItsWarmUp")
                        .planned(TestPlan.users(4).warmup("30s").requests(50).maxDuration(Duration.ofSeconds(10)))
                        .report());
    }

    private static List<Report> faults() {
        return List.of(
                named("isRefused").served(USUAL.failing(1, FailureKind.CONNECT)).report(),
                named("isUnauthorised")
                        .served(USUAL.failing(1, FailureKind.AUTH))
                        .report(),
                named("isOverloadedFromTheStart")
                        .served(USUAL.failing(1, FailureKind.OVERLOAD))
                        .report(),
                named("timesOutAlways")
                        .served(USUAL.failing(1, FailureKind.TIMEOUT))
                        .report(),
                named("lacksFilesHere")
                        .served(USUAL.failing(3, FailureKind.GENERATOR))
                        .report());
    }

    private static List<Report> validity() {
        Health late = HEALTHY.with(new ClientOverhead(
                new Lateness(22, 180, 400), new Lateness(3, 90, 300), new Lateness(4, 30, 60), 62, 1, 400));
        Health blind = Healths.of(41, 8.4, 21.5, .062, .31, .04, .002, 8);
        Health busy = Healths.of(.21, 8.4, 21.5, .96, .31, .04, .002, 8).with(Scene.ADDED);
        return List.of(
                named("addsTooMuchItself").health(late).report(),
                named("addsMuchWhereNothingIsLimited")
                        .planned(users())
                        .health(late)
                        .report(),
                named("wokeUpLate").health(blind).report(),
                named("usesAllProcessors").health(busy).report(),
                named("findsPromptsInTheCache")
                        .planned(users().uniquePrompts().limits("ttft.p90 <= 500ms"))
                        .served(USUAL.cached(280))
                        .report(),
                named("getsSlowerThroughout")
                        .planned(TestPlan.users(10).duration(TWO_MINUTES).limits("ttft.p90 <= 5s"))
                        .served(USUAL.growing(.05))
                        .stored(8)
                        .report(),
                named("getsSlowerBeyondItsLimit")
                        .planned(TestPlan.users(10).duration(TWO_MINUTES).limits("ttft.p90 <= 400ms"))
                        .served(USUAL.growing(.05))
                        .report(),
                named("settlesLate")
                        .planned(TestPlan.users(10).duration(TWO_MINUTES).limits("ttft.p90 <= 900ms"))
                        .served(USUAL.slowerToBegin(4).growing(-.0065))
                        .report());
    }

    private static List<Report> comparisons() {
        return List.of(
                named("hasNoBaseline").stored(0).report(),
                named("needsABaseline").stored(0).required().report(),
                named("isAsGoodAsOneRun").stored(1).report(),
                named("isAsGoodAsTenRuns").stored(10).report(),
                named("isRecorded").stored(4).mode(Mode.RECORD).report(),
                named("regresses").stored(10).served(USUAL.slower(1.4)).report(),
                named("regressesBeyondALimit")
                        .stored(10)
                        .served(USUAL.slower(2.4))
                        .report(),
                named("regressesInTtftAlone")
                        .stored(10)
                        .served(USUAL.slowerToBegin(1.6))
                        .report(),
                named("mayHaveRegressed").stored(3).served(USUAL.slower(1.12)).report(),
                named("isNoisy")
                        .stored(10, USUAL.spread(1.4))
                        .served(USUAL.spread(1.4).slower(1.1))
                        .report(),
                named("improves").stored(10).served(USUAL.slower(.6)).report(),
                named("isAccepted")
                        .stored(10)
                        .served(USUAL.slower(1.4))
                        .accepting("larger model")
                        .report(),
                named("fails")
                        .stored(10)
                        .served(USUAL.failing(25, FailureKind.SERVER_ERROR))
                        .planned(users())
                        .report(),
                named("lacksAMeasure")
                        .stored(10)
                        .gated("ttft.p50", "tpot.p50")
                        .served(USUAL.inOnePiece())
                        .planned(users())
                        .report(),
                named("answersShorter").stored(10).served(USUAL.answering(9)).report(),
                named("guardsTheTailOfFew")
                        .stored(10)
                        .gated("ttft.p50", "ttft.p99", "tpot.p50")
                        .report(),
                named("runsAgain")
                        .stored(10)
                        .served(USUAL.slower(1.4))
                        .told(Scenes::rerun)
                        .report());
    }

    private static Report rerun(Report report) {
        Rerun rerun = new Rerun(2, Verdict.UNDECIDED, "ttft.p50 leaves a worsening of 10 % possible", List.of());
        return new Report(
                report.plan(),
                report.origin(),
                report.observed(),
                rerun.tell(report.judgement()),
                report.baseline(),
                new Report.Series(
                        report.series().process(),
                        report.series().trials(),
                        Optional.of(rerun),
                        report.series().calibration(),
                        report.series().paired(),
                        report.series().first(),
                        Optional.empty()));
    }

    private static List<Report> anchors() {
        return List.of(
                named("driftsSinceItsAnchor")
                        .stored(10, USUAL.slower(1.5))
                        .served(USUAL.slower(1.5))
                        .pinned(6, USUAL)
                        .report(),
                named("holdsItsAnchor").stored(10).pinned(6, USUAL).report(),
                named("doesNotFindItsAnchor").stored(10).pinned(0, USUAL).report());
    }

    private static List<Report> trials() {
        return List.of(
                named("regressesInThreeTrials")
                        .stored(10)
                        .served(USUAL.slower(1.4))
                        .trials(USUAL.slower(1.4), USUAL.slower(1.5))
                        .report(),
                named("hasTrialsThatDisagree")
                        .stored(10)
                        .served(USUAL.slower(2.5))
                        .trials(USUAL, USUAL)
                        .report(),
                named("lacksAMeasureInOneTrial")
                        .stored(10)
                        .gated("ttft.p50", "tpot.p50")
                        .planned(users())
                        .trials(USUAL.inOnePiece(), USUAL)
                        .report(),
                named("calibrates")
                        .mode(Mode.CALIBRATE)
                        .trials(USUAL, USUAL, USUAL, USUAL)
                        .report());
    }

    private static List<Report> pairs() {
        return List.of(
                named("isAsGoodAsTheOther").paired(USUAL, 8, 8),
                named("isWorseThanTheOther").served(USUAL.slower(1.5)).paired(USUAL, 8, 8),
                named("cannotTellFromTheOther").served(USUAL.spread(1.2)).paired(USUAL.spread(1.2), 4, 4),
                named("lacksPairs").paired(USUAL, 8, 5),
                named("hasOnePair").paired(USUAL, 8, 1),
                named("meetsAnOtherThatFails").paired(USUAL.failing(1, FailureKind.CONNECT), 4, 4));
    }

    private static List<Report> searches() {
        CapacityPlan users = CapacityPlan.standard(CapacityPlan.Kind.USERS, 2, 64);
        CapacityPlan planned =
                new CapacityPlan(CapacityPlan.Kind.USERS, 2, 64, OptionalDouble.of(1000), .2, .9, .05, 12);
        CapacityPlan few = new CapacityPlan(CapacityPlan.Kind.USERS, 2, 64, OptionalDouble.empty(), 0, .9, .05, 3);
        CapacityPlan rate = CapacityPlan.standard(CapacityPlan.Kind.REQUEST_RATE, 1, 40);
        return List.of(
                search("findsItsUsers", users, 24, 100),
                search("plansNodes", planned, 24, 100),
                search("findsItsRate", rate, 12, 100),
                search("carriesAllItIsAsked", users, 500, 100),
                search("carriesNotTheLeast", users, 1, 100),
                search("runsOutOfLoads", few, 24, 100),
                search("isInterruptedInItsSearch", users, 24, 2));
    }

    /** A server whose ttft doubles with each further capacity of load. */
    private static Report search(String name, CapacityPlan plan, double carries, int most) {
        Scene scene = named(name).planned(users().limits("ttft.p90 <= 500ms"));
        return new Search(scene, plan, amount -> USUAL.slowerToBegin(Math.pow(2, amount / carries))).report(most);
    }

    /** A sweep over users, and the stages of a test. */
    private static List<Report> cells() {
        List<Report> cells = new ArrayList<>();
        for (int users : List.of(5, 10, 20, 40)) {
            Map<String, Object> cell = new LinkedHashMap<>(Map.of("users", users));
            cells.add(Scene.of(new Scenario("com.acme.SweepTest", "carries", cell, "users=" + users))
                    .planned(TestPlan.users(users).requests(200).limits("ttft.p90 <= 500ms"))
                    .served(USUAL.slowerToBegin(1 + users / 20.))
                    .report());
        }
        for (int stage = 1; stage <= 2; stage++) {
            Scenario scenario = new Scenario("com.acme.StagesTest", "holds", Map.of(), Scenario.SINGLE)
                    .part(Scenario.STAGE + "=" + stage, Map.of(Scenario.STAGE, stage));
            cells.add(Scene.of(scenario)
                    .planned(TestPlan.users(10 * stage).requests(200).limits("ttft.p90 <= 500ms"))
                    .report());
        }
        return cells;
    }

    private static List<Report> names() {
        Target hostile = Target.at("http://localhost:8000")
                .withModel("<img src=x onerror=alert(1)>")
                .withKey(Secret.of("sk-planted-4f1d9c"))
                .withLabel("gpu", "a|b\n::error::c");
        return List.of(
                Scene.of(new Scenario("com.acme.<script>", "a\u001b[31m|b", Map.of("label", "x\ny"), "label=x\ny"))
                        .planned(users().at(hostile).limits("ttft.p90 <= 100ms"))
                        .report());
    }
}
