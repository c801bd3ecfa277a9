package io.github.llmperf.corpus;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.client.socket.Unread;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RehearsalResult;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.measure.EarlyStop;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.Guard;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.report.model.Observed;
import io.github.llmperf.report.model.Origin;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.StoredRuns;
import io.github.llmperf.verdict.Calibration;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.Judge;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedJudge;
import io.github.llmperf.verdict.PairedRuns;
import io.github.llmperf.verdict.StoredVerdict;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Lateness;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** One load from its plan to its report, in virtual time: judged, compared and told by the product's own code. */
final class Scene {

    static final Path OUTPUT = Path.of("target/corpus");

    static final ClientOverhead ADDED = new ClientOverhead(
            new Lateness(.412, 1.93, 8.6), new Lateness(.07, .81, 8.4), new Lateness(.1, .4, 3), 62, 1, 8.4);

    static final Health HEALTHY = Healths.of(.21, 8.4, 21.5, .062, .31, .04, .002, 8)
            .with(ADDED)
            .with(new AnswerWaits(new Unread(.06, 1.4, 9.2), 0))
            .with(RehearsalResult.done(1.02, 61_250));

    private static final String CLASS = "com.acme.RagLatencyTest";
    private static final Instant FIRST = Instant.parse("2026-03-01T08:00:00Z");
    private static final Instant NOW = Instant.parse("2026-03-09T10:15:30Z");
    private static final Path FILE = Path.of("baselines/default/com.acme.RagLatencyTest.jsonl");

    private static final List<Measure> GATED = List.of(
            Measure.parse("ttft.p50"),
            Measure.parse("ttft.p90"),
            Measure.parse("tpot.p50"),
            Measure.parse("outputTokenRate"));

    private final Scenario scenario;
    private TestPlan plan = TestPlan.users(10).requests(200).limits("ttft.p90 <= 500ms", "errorRate <= 1%");
    private Serving serving = Serving.usual();
    private Health health = HEALTHY;
    private Mode mode = Mode.OFF;
    private List<Measure> gated = GATED;
    private boolean required;
    private String accept;
    private Serving before = Serving.usual();
    private int storedRuns;
    private Serving pinned = Serving.usual();
    private int pinnedRuns = -1;
    private final List<Serving> trials = new ArrayList<>();
    private BiFunction<TestPlan, VirtualRun.Server, LoadRun> runner = Scene::whole;
    private UnaryOperator<Candidate> seen = candidate -> candidate;
    private UnaryOperator<Report> last = report -> report;

    private Scene(Scenario scenario) {
        this.scenario = scenario;
    }

    /** A test method of its own. */
    static Scene named(String method) {
        return of(new Scenario(CLASS, method, Map.of(), Scenario.SINGLE));
    }

    static Scene of(Scenario scenario) {
        return new Scene(scenario);
    }

    Scene planned(TestPlan other) {
        plan = other;
        return this;
    }

    Scene served(Serving other) {
        serving = other;
        return this;
    }

    Scene health(Health other) {
        health = other;
        return this;
    }

    /** Compared with so many stored runs of a server. */
    Scene stored(int runs, Serving then) {
        mode = mode == Mode.OFF ? Mode.COMPARE : mode;
        storedRuns = runs;
        before = then;
        return this;
    }

    Scene stored(int runs) {
        return stored(runs, Serving.usual());
    }

    Scene mode(Mode other) {
        mode = other;
        return this;
    }

    Scene gated(String... measures) {
        gated = List.of(measures).stream().map(Measure::parse).toList();
        return this;
    }

    Scene required() {
        required = true;
        return this;
    }

    Scene accepting(String reason) {
        accept = reason;
        return this;
    }

    /** Compared with pinned runs too; with none, the tag is not found. */
    Scene pinned(int runs, Serving then) {
        pinnedRuns = runs;
        pinned = then;
        return this;
    }

    /** Adds trials to the first. */
    Scene trials(Serving... more) {
        trials.addAll(List.of(more));
        return this;
    }

    Scene interruptedAfter(long millis) {
        runner = (asked, server) -> VirtualRun.interrupted(asked, server, millis);
        return this;
    }

    /** Sees what happened as it would be with another measurement, such as one that a server says more of. */
    Scene seen(UnaryOperator<Candidate> change) {
        seen = change;
        return this;
    }

    Scene told(UnaryOperator<Report> change) {
        last = change;
        return this;
    }

    private static LoadRun whole(TestPlan asked, VirtualRun.Server server) {
        StopRule stop = EarlyStop.of(asked.build()).nextRun();
        return VirtualRun.of(asked, server, stop);
    }

    private LoadRun run(Serving by) {
        return runner.apply(asked(), by).with(health);
    }

    TestPlan asked() {
        return plan.of(scenario).into(OUTPUT).compared(policy());
    }

    private BaselinePolicy policy() {
        return new BaselinePolicy(
                mode,
                new Guard(gated, .10, .15, .01, .10, required),
                accept,
                1 + trials.size(),
                "default",
                pinnedRuns < 0 ? null : "v1.2",
                null,
                null);
    }

    private List<BaselineRun> recorded(int runs, Serving by, int seed) {
        return IntStream.range(0, runs)
                .mapToObj(i -> recorded(by.seeded(seed + i), i + (seed == 1 ? 0 : 24)))
                .toList();
    }

    private BaselineRun recorded(Serving by, int hours) {
        LoadPlan then = asked().build().withRunId("run-" + hours);
        return BaselineRun.of(
                then,
                environment(),
                Recorder.measure(then, whole(asked(), by)),
                Verdict.PASS,
                FIRST.plusSeconds(3600L * hours),
                "c0ffee");
    }

    private BaselineLookup lookup() {
        if (mode != Mode.COMPARE && mode != Mode.RECORD) {
            return BaselineLookup.off();
        }
        Optional<BaselineLookup.Anchor> anchor = pinnedRuns < 0
                ? Optional.empty()
                : Optional.of(new BaselineLookup.Anchor(
                        "v1.2",
                        recorded(pinnedRuns, pinned, 1),
                        pinnedRuns == 0 ? none(new NoRuns.NotTagged(Collections.emptySortedSet())) : Optional.empty()));
        return new BaselineLookup(
                recorded(storedRuns, before, 101),
                anchor,
                FILE,
                List.of(),
                storedRuns == 0 ? none(new NoRuns.NoneYet(Optional.empty())) : Optional.empty());
    }

    private Optional<NoRuns> none(NoRuns.Why why) {
        return Optional.of(new NoRuns(FILE.toString(), why, mode == Mode.RECORD));
    }

    static Environment environment() {
        return new Environment(
                "default",
                "http://localhost:8000",
                "qwen2.5-7b",
                new TreeMap<>(Map.of("gpu", "A100")),
                "vllm 0.9.1",
                "17.0.15",
                "Linux amd64",
                8,
                Set.of());
    }

    Report report(
            LoadPlan asked, Candidate candidate, Judgement judgement, BaselineLookup stored, Report.Series series) {
        return last.apply(new Report(
                asked,
                new Origin(NOW, "4f1d9c2", environment()),
                Observed.of(asked, candidate.run(), candidate.measurement(), candidate.server(), new TreeMap<>()),
                judgement,
                new Report.BaselineUse(
                        stored.runs().size(),
                        "default",
                        stored.runs().isEmpty() ? "" : FILE.toString(),
                        StoredRuns.of(stored)),
                series));
    }

    /** Returns what became of a load, or of several trials of it. */
    Report report() {
        LoadPlan asked = asked().build();
        BaselineLookup stored = lookup();
        List<LoadRun> runs = new ArrayList<>(List.of(run(serving.seeded(7))));
        trials.forEach(by -> runs.add(run(by.seeded(runs.size() + 7))));
        List<Measurement> measured =
                runs.stream().map(run -> Recorder.measure(asked, run)).toList();
        Candidate candidate = seen.apply(new Candidate(
                LoadRun.together(runs), measured.size() == 1 ? measured.get(0) : Recorder.pool(measured), measured));
        Optional<Calibration> calibration = mode == Mode.CALIBRATE
                ? Optional.of(Calibration.of(asked, measured, runs, List.of(), true))
                : Optional.empty();
        Optional<StoredVerdict> first = runs.size() == 1 || stored.runs().isEmpty()
                ? Optional.empty()
                : Optional.of(StoredVerdict.of(
                        asked, Judge.judge(asked, Candidate.of(runs.get(0), measured.get(0)), stored)));
        return report(
                asked,
                candidate,
                Judge.judge(asked, candidate, stored),
                stored,
                new Report.Series(
                        "",
                        candidate.trials(),
                        Optional.empty(),
                        calibration,
                        Optional.empty(),
                        first,
                        Optional.empty()));
    }

    /** Returns how two targets compared in pairs, of which some may not have come about. */
    Report paired(Serving other, int pairs, int measured) {
        Pairing pairing = new Pairing(Target.at("http://localhost:8001"), pairs);
        LoadPlan asked = asked().build().withPairing(pairing);
        List<LoadRun> own = IntStream.range(0, measured)
                .mapToObj(i -> run(serving.seeded(7 + i)))
                .toList();
        List<LoadRun> others = IntStream.range(0, measured)
                .mapToObj(i -> run(other.seeded(57 + i)))
                .toList();
        List<Measurement> all =
                own.stream().map(run -> Recorder.measure(asked, run)).toList();
        Optional<PairedRuns> paired = Optional.of(PairedRuns.of(asked, own, all, others));
        Candidate candidate = new Candidate(LoadRun.together(own), Recorder.pool(all), List.of(Recorder.pool(all)));
        return report(
                asked,
                candidate,
                PairedJudge.judge(asked, candidate, paired),
                BaselineLookup.off(),
                new Report.Series(
                        "",
                        candidate.trials(),
                        Optional.empty(),
                        Optional.empty(),
                        paired,
                        Optional.empty(),
                        Optional.empty()));
    }
}
