package io.github.llmperf.run;

import io.github.llmperf.CapacityResult;
import io.github.llmperf.LoadResult;
import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.machine.SharedMachine;
import io.github.llmperf.measure.AnsweringModels;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.publish.Progress;
import io.github.llmperf.publish.Publishers;
import io.github.llmperf.publish.RequestSinks;
import io.github.llmperf.report.model.CapacityRuns;
import io.github.llmperf.report.model.Observed;
import io.github.llmperf.report.model.Origin;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.ProgressText;
import io.github.llmperf.run.PreparedLoads.Prepared;
import io.github.llmperf.settings.CapacityResolver;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.CapacityJudge;
import io.github.llmperf.verdict.CapacityOutcome;
import io.github.llmperf.verdict.CapacityPoint;
import io.github.llmperf.verdict.CapacityRun;
import io.github.llmperf.verdict.CapacitySearch;
import io.github.llmperf.verdict.Judge;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Remark.WithoutEffect;
import io.github.llmperf.verdict.RetryRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A search for the largest load: each load is run, measured, judged and told of by itself, and then all of them together. */
final class CapacityPipeline {

    private final TestRun test;
    private final PreparedLoads prepared;
    private final Prepared load;
    private final CapacityPlan search;
    private final List<Ran> ran = new ArrayList<>();

    /** One load of the search. */
    private record Ran(String directory, CapacityRun said, LoadRun run, ServerLog server, LoadResult result) {

        Measurement measurement() {
            return result.measurement();
        }
    }

    CapacityPipeline(TestRun test, PreparedLoads prepared, CapacityPlan search) {
        this.test = test;
        this.prepared = prepared;
        this.load = prepared.loads().get(0);
        this.search = search;
    }

    /** Runs loads until the search ends, and judges what it found. */
    StageResults run() throws InterruptedException {
        CapacitySearch found = test.alone(prepared.plans(), this::search);
        return conclude(found.outcome());
    }

    private CapacitySearch search() throws InterruptedException {
        FilesPublisher.retractParts(load.plan()).forEach(test::say);
        OptionalDouble next = soFar().next();
        while (next.isPresent()) {
            double amount = next.getAsDouble();
            try {
                awaitCalmAfterInvalid();
                send(amount);
            } catch (InterruptedException e) {
                if (ran.isEmpty()) {
                    throw e;
                }
                Thread.currentThread().interrupt();
                add(ran.get(ran.size() - 1), CapacityRun.Kind.INTERRUPTED);
            }
            next = soFar().next();
        }
        return soFar();
    }

    /** A search runs a number of which nothing can be said a second time; a busy machine may heal until then. */
    private void awaitCalmAfterInvalid() throws InterruptedException {
        boolean busy = !ran.isEmpty()
                && ran.get(ran.size() - 1)
                        .said
                        .judgement()
                        .filter(last -> RetryRule.wantsAnother(List.of(last)))
                        .isPresent();
        if (busy) {
            test.say(load.plan().scenario() + ": waits for other programs on this machine, "
                    + SharedMachine.MOST_SECONDS + " s at most");
            test.machine().awaitCalm();
        }
    }

    private void add(Ran last, CapacityRun.Kind kind) {
        ran.add(new Ran(
                last.directory,
                new CapacityRun(last.said.amount(), kind, List.of(), Optional.empty()),
                last.run,
                last.server,
                last.result));
    }

    private CapacitySearch soFar() {
        return new CapacitySearch(search, ran.stream().map(Ran::said).toList());
    }

    private void send(double amount) throws InterruptedException {
        String name = name(amount);
        LoadPlan plan = load.plan().ofSearch(amount, ran.size(), name);
        LoadExecution execution;
        try (RequestSinks sinks = RequestSinks.of(List.of(plan), test::say);
                Progress progress = test.progress(List.of(plan))) {
            execution = SingleExecution.of(
                            List.of(plan), prepared.prompts(), test.clock(), progress.beside(sinks.all()), test::say)
                    .on(test.machine());
        }
        Trial trial = Trial.of(List.of(plan), execution);
        LoadRun run = LoadRun.together(execution.loads().get(0));
        Measurement measurement = trial.measurements().get(0);
        ServerView view = ServerView.of(execution.server(), execution.loads().get(0));
        Judgement judgement = execution
                .fault()
                .orElseGet(
                        () -> Judge.judge(plan, Candidate.of(run, measurement).with(view), BaselineLookup.off()));
        Report report = new Report(
                plan,
                new Origin(
                        run.startedAt(),
                        test.commit(),
                        load.baselines()
                                .environment()
                                .ofServer(execution.server().software())
                                .answeredBy(AnsweringModels.in(run.records()))),
                Observed.of(
                        plan,
                        test.rehearsal().tell(run),
                        measurement,
                        view,
                        execution.server().change()),
                judgement,
                load.baselines().use(BaselineLookup.off()),
                Report.Series.of(measurement));
        boolean interrupted = Thread.interrupted(); // it would close the files that are written
        Publishers.publishAll(new JudgedRun(report, false), List.of(new FilesPublisher()))
                .forEach(test::say);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        CapacityRun said = CapacityRun.of(amount, plan, run, measurement, judgement);
        ran.add(new Ran(
                FilesPublisher.directoryOf(plan),
                said,
                run,
                execution.server(),
                new LoadResult(report, Optional.empty())));
        test.say(ProgressText.judged(report));
    }

    private String name(double amount) {
        String name = search.kind().attribute() + "="
                + (search.kind() == CapacityPlan.Kind.USERS
                        ? Long.toString(Math.round(amount))
                        : search.number(amount));
        long before = ran.stream().filter(one -> one.said.amount() == amount).count();
        return before == 0 ? name : name + ",run=" + (before + 1);
    }

    /** Judges what was found, tells of it, and stores it where that is asked for. */
    private StageResults conclude(CapacityOutcome outcome) {
        List<Ran> told = told(outcome);
        ServerLog server = ServerLog.together(told.stream().map(Ran::server).toList());
        Measurement measurement = measurement(told, outcome);
        LoadRun run = LoadRun.together(told.stream().map(Ran::run).toList());
        Candidate candidate = load.withEarlier(Candidate.of(run, measurement));
        Judgement judgement = withNotes(CapacityJudge.judge(load.plan(), outcome, candidate, load.stored()));
        LoadPlan plan = load.plan().endingAt(told.get(0).said.amount());
        Report report = new Report(
                plan,
                new Origin(
                        ran.get(0).run.startedAt(),
                        test.commit(),
                        load.baselines()
                                .environment()
                                .ofServer(server.software())
                                .answeredBy(AnsweringModels.in(run.records()))),
                Observed.of(
                        plan,
                        test.rehearsal().tell(run),
                        measurement,
                        ServerView.of(server, told.stream().map(Ran::run).toList()),
                        server.change()),
                load.told(load.rerun().map(rerun -> rerun.tell(judgement)).orElse(judgement)),
                load.baselines().use(load.stored()),
                Report.Series.ofSearch(
                        BuildProcess.name(), measurement, load.rerun(), new CapacityRuns(outcome, rows(outcome))));
        LoadResult whole = test.conclude(report, load.baselines());
        return StageResults.ofSearch(whole, new CapacityResult(whole, outcome, points(outcome)));
    }

    private Judgement withNotes(Judgement judgement) {
        CapacityResolver resolver = prepared.capacity();
        Optional<WithoutEffect> setting = resolver.withoutEffect(
                load.plan().criteria().baseline().trials(),
                load.plan().criteria().baseline().mode() == Mode.CALIBRATE);
        return setting.map(judgement::with).orElse(judgement);
    }

    /** Returns the runs whose numbers stand for the search; where none says anything, the last. */
    private List<Ran> told(CapacityOutcome outcome) {
        List<Ran> told =
                outcome.told().isPresent() ? at(outcome.told().getAsDouble()) : List.of(ran.get(ran.size() - 1));
        return told;
    }

    private List<Ran> at(double amount) {
        return ran.stream()
                .filter(one -> one.said.amount() == amount)
                .filter(one -> one.said.isEvidence())
                .toList();
    }

    private Measurement measurement(List<Ran> told, CapacityOutcome outcome) {
        Measurement measurement = pooled(told);
        return outcome.estimate().isPresent()
                ? measurement.with(
                        search.kind().measure().metric(), outcome.estimate().getAsDouble())
                : measurement;
    }

    private static Measurement pooled(List<Ran> runs) {
        List<Measurement> all = runs.stream().map(Ran::measurement).toList();
        return all.size() == 1 ? all.get(0) : Recorder.pool(all);
    }

    private List<CapacityRuns.Row> rows(CapacityOutcome outcome) {
        return outcome.points().stream()
                .map(point -> at(point.amount()))
                .map(runs -> new CapacityRuns.Row(
                        runs.get(0).said.amount(),
                        pooled(runs),
                        runs.stream().map(Ran::directory).toList(),
                        runs.stream().map(Ran::run).toList()))
                .toList();
    }

    private List<CapacityResult.Point> points(CapacityOutcome outcome) {
        List<CapacityResult.Point> points = new ArrayList<>();
        for (CapacityPoint point : outcome.points()) {
            points.add(new CapacityResult.Point(
                    point.amount(),
                    point.amount() <= outcome.carried().orElse(0),
                    at(point.amount()).stream().map(Ran::result).toList()));
        }
        return points;
    }
}
