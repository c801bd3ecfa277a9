package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Judgement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Changes what a report is about, plays and judges its run. */
public final class ReportBuilder {

    static final String FILE = "baselines/ci/com.acme.RagLatencyTest/staysResponsive/users=20.jsonl";

    final ReportPlan plan = new ReportPlan();
    ScriptedServer answers = ScriptedServer.usual();
    Health health = ReportRuns.HEALTHY;
    private Function<LoadPlan, LoadRun> runner = asked -> ReportRuns.of(asked, answers, health);
    private List<BaselineRun> stored = List.of();
    private Optional<StoredRuns> shown = Optional.empty();
    private Optional<List<Finding>> byHand = Optional.empty();
    private Optional<Verdict> verdict = Optional.empty();
    private @Nullable String commit = "4f1d9c2";
    private String place = "http://localhost:8000";
    private String serverName = "vllm/0.9.1";
    private String file = FILE;
    private ServerView server = ServerView.NOTHING;

    ReportBuilder() {}

    /** Has sent these requests. */
    ReportBuilder ran(LoadRun run) {
        runner = asked -> run;
        return this;
    }

    public ReportBuilder limits(String... expressions) {
        plan.limits = Stream.of(expressions).map(Limit::parse).toList();
        return this;
    }

    /** Users that talk on, with their history in the server's cache. */
    public ReportBuilder turns(int most) {
        answers = answers.talking(most);
        plan.turns = most;
        return this;
    }

    ReportBuilder prompt(String name) {
        plan.prompt = name;
        return this;
    }

    /** At a rate, instead of users who wait for their answers. */
    public ReportBuilder openLoop(Arrival.OpenLoop loop) {
        plan.arrival = Optional.of(loop);
        return this;
    }

    public ReportBuilder strict() {
        plan.strict = true;
        return this;
    }

    /** Without a baseline the test fails. */
    public ReportBuilder required() {
        plan.required = true;
        return this;
    }

    public ReportBuilder recording() {
        plan.mode = Mode.RECORD;
        return this;
    }

    public ReportBuilder withFullRecords() {
        plan.fullRecords = true;
        return this;
    }

    public ReportBuilder of(Scenario scenario) {
        plan.scenario = scenario;
        return this;
    }

    public ReportBuilder of(Target target) {
        plan.target = target;
        return this;
    }

    public ReportBuilder into(Path output) {
        plan.output = output;
        return this;
    }

    /** Compared with another target in so many pairs. */
    public ReportBuilder pairedWith(Target second, int number) {
        plan.pairing = new Pairing(second, number);
        return this;
    }

    /** The server does not count tokens. */
    public ReportBuilder uncounted() {
        answers = answers.uncounted();
        return this;
    }

    public ReportBuilder failingWith(String message) {
        answers = answers.refusing(133, ScriptedServer.overload(message));
        return this;
    }

    /** Not one request fails. */
    public ReportBuilder flawless() {
        answers = answers.refusing(0, null);
        return this;
    }

    public ReportBuilder answering(String text) {
        answers = answers.saying(text);
        return this;
    }

    public ReportBuilder server(ServerView said) {
        server = said;
        return this;
    }

    public ReportBuilder commit(@Nullable String sha) {
        commit = sha;
        return this;
    }

    public ReportBuilder at(String url) {
        place = url;
        return this;
    }

    public ReportBuilder served(String name) {
        serverName = name;
        return this;
    }

    /** Says where the stored runs lie. */
    public ReportBuilder storedIn(Path baseline) {
        file = baseline.toString();
        return this;
    }

    /** Compared with these runs, oldest first. */
    public ReportBuilder comparedWith(List<BaselineRun> runs) {
        plan.mode = Mode.COMPARE;
        stored = runs;
        return this;
    }

    /** Tells of these runs, whatever it was judged by. */
    public ReportBuilder comparedWith(StoredRuns runs) {
        shown = Optional.of(runs);
        return this;
    }

    /** Judged so, whatever the findings say; of a verdict that rests on a comparison there must be one. */
    public ReportBuilder judged(Verdict newVerdict) {
        verdict = Optional.of(newVerdict);
        return this;
    }

    /** Nothing succeeded, for this reason. */
    public ReportBuilder failed(String why) {
        return withFindings(List.of(Findings.fault(why)));
    }

    /** Instead of what the judge finds. */
    public ReportBuilder withFindings(List<? extends Finding> findings) {
        byHand = Optional.of(List.copyOf(findings));
        return this;
    }

    public Report build() {
        byHand.ifPresent(findings -> plan.limits = findings.stream()
                .filter(Finding.Sla.class::isInstance)
                .map(finding -> ((Finding.Sla) finding).limit())
                .toList());
        LoadPlan asked = plan.build();
        BaselineLookup lookup = lookup(asked);
        JudgedLoad judged = JudgedLoad.of(asked, runner, server, lookup);
        return new Report(
                asked,
                new Origin(ReportRuns.START, commit, ReportRuns.environment(place, serverName)),
                Observed.of(
                        asked,
                        judged.candidate().run(),
                        judged.candidate().measurement(),
                        server,
                        new TreeMap<>(Map.of("vllm:num_preemptions_total", 3., "vllm:gpu_cache_usage_perc", .83))),
                byHand.map(this::judgement).orElse(judged.judgement()),
                new Report.BaselineUse(
                        stored.size(),
                        "ci",
                        stored.isEmpty() ? "" : file,
                        shown.orElseGet(() -> StoredRuns.of(lookup))),
                new Report.Series(
                        "",
                        List.of(judged.candidate().measurement()),
                        Optional.empty(),
                        Optional.empty(),
                        judged.paired(),
                        Optional.empty(),
                        Optional.empty()));
    }

    private BaselineLookup lookup(LoadPlan asked) {
        if (asked.criteria().baseline().mode() == Mode.OFF) {
            return BaselineLookup.off();
        }
        NoRuns none = new NoRuns(file, new NoRuns.NoneYet(Optional.empty()), false);
        return new BaselineLookup(
                stored,
                Optional.empty(),
                Path.of(file),
                List.of(),
                stored.isEmpty() ? Optional.of(none) : Optional.empty());
    }

    private Judgement judgement(List<Finding> findings) {
        Verdict worst = findings.stream().map(Finding::verdict).reduce(Verdict.PASS, Verdict::and);
        return new Judgement(verdict.orElse(worst), findings, .01, OptionalDouble.empty());
    }
}
