package io.github.llmperf.run;

import io.github.llmperf.LoadResult;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.machine.LoadLock;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.publish.CalibrationPublisher;
import io.github.llmperf.publish.Console;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.JUnitPublisher;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.publish.Progress;
import io.github.llmperf.publish.Publisher;
import io.github.llmperf.publish.Publishers;
import io.github.llmperf.publish.RequestSinks;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.ProgressText;
import io.github.llmperf.run.PreparedLoads.Prepared;
import io.github.llmperf.settings.PlanResolver;
import io.github.llmperf.settings.ProgressSetting;
import io.github.llmperf.settings.RehearsalSetting;
import io.github.llmperf.settings.TargetResolver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The heart: plan → run → measure → judge → report → publish; with stages, all are run before the first is measured. */
record LoadPipeline(
        ExtensionContext context,
        TargetResolver targets,
        BuildStop stop,
        TestEnd end,
        NanoClock clock,
        Path workingDirectory) {

    static LoadPipeline of(ExtensionContext context, TargetResolver targets, BuildStop stop, TestEnd end) {
        return new LoadPipeline(
                context, targets, stop, end, NanoClock.SYSTEM, Path.of("").toAbsolutePath());
    }

    StageResults run(List<PlanResolver> resolvers, Target target) throws InterruptedException {
        PreparedLoads prepared = PreparedLoads.of(resolvers, target, context, workingDirectory);
        prepared.plans().forEach(plan -> say(new Expectation(plan, prepared.each()).line()));
        CapacityPlan search = prepared.plans().get(0).capacity();
        if (search != null) {
            return search(new CapacityPipeline(this, prepared, search), prepared);
        }
        TrialSeries series = new TrialSeries(prepared, targets, context, clock, this::say);
        Trials trials = execute(prepared, series);
        List<LoadResult> results = new ArrayList<>();
        while (results.size() < trials.loads()) {
            results.add(result(prepared, series, trials, results.size()));
        }
        List<LoadPlan> plans = prepared.plans();
        plans.subList(results.size(), plans.size()).forEach(this::retract);
        if (trials.cutShort().isPresent()) {
            throw failure(trials.cutShort().get(), results);
        }
        return new StageResults(results, plans.size());
    }

    /** A verdict that a further trial might have changed is no verdict: the cause is what fails the test. */
    private static ExtensionConfigurationException failure(
            ExtensionConfigurationException cause, List<LoadResult> results) {
        results.forEach(result -> result.notStored().ifPresent(cause::addSuppressed));
        return cause;
    }

    private LoadResult result(PreparedLoads prepared, TrialSeries series, Trials trials, int number) {
        Prepared load = prepared.loads().get(number);
        Judged judged = Judged.of(load, series, trials, number);
        Report report = new Report(
                load.plan(),
                judged.candidate().run().startedAt(),
                commit(),
                load.baselines().environment().ofServer(trials.server().software()),
                rehearsal().tell(judged.candidate().run()),
                judged.candidate().measurement(),
                judged.judgement(),
                load.baselines().use(load.stored()),
                trials.server().change(),
                judged.series(),
                judged.candidate().server());
        tell(report);
        publish(report);
        return new LoadResult(report, load.baselines().record(report, this::say));
    }

    private StageResults search(CapacityPipeline search, PreparedLoads prepared) throws InterruptedException {
        alone(prepared, () -> {
            search.run();
            return search;
        });
        return search.conclude();
    }

    private Trials execute(PreparedLoads prepared, TrialSeries series) throws InterruptedException {
        return alone(prepared, () -> {
            try (RequestSinks sinks = RequestSinks.of(prepared.plans(), this::say);
                    Progress progress = progress(prepared.plans())) {
                return series.run(progress.beside(sinks.all()));
            }
        });
    }

    private <T> T alone(PreparedLoads prepared, LoadLock.Load<T> loads) throws InterruptedException {
        List<LoadPlan> plans = prepared.plans();
        try {
            return stop.during(() -> LoadLock.ofMachine(clock).alone(this::say, () -> {
                rehearsal().once(plans.get(0), clock, this::say);
                return loads.run();
            }));
        } catch (IllegalArgumentException e) {
            Scenario test = plans.get(0).scenario().withoutStage();
            throw new ExtensionConfigurationException(test + ": " + e.getMessage(), e);
        }
    }

    /** Says so, and takes back what an earlier build found out: it would be taken for this one's. */
    private void retract(LoadPlan notRun) {
        say(notRun.scenario() + " was not run: a stage before it ended early");
        FilesPublisher.retract(notRun).forEach(this::say);
    }

    @Nullable
    String commit() {
        return new SourceCommit(System::getenv, workingDirectory).find();
    }

    RehearsalSetting rehearsal() {
        return new RehearsalSetting(context);
    }

    Progress progress(List<LoadPlan> plans) {
        return ProgressSetting.of(context).begin(plans, context, clock, this::say);
    }

    /** Says what a load came to. */
    void tell(Report report) {
        if (!ProgressSetting.of(context).isOff()) {
            say(ProgressText.judged(report));
            ProgressText.added(report).ifPresent(this::say);
        }
    }

    void say(String line) {
        Console.STANDARD.print(List.of("[llmperf] " + line));
    }

    void publish(Report report) {
        List<Publisher> publishers = new ArrayList<>(
                List.of(new FilesPublisher(), new CalibrationPublisher(Console.STANDARD), new JUnitPublisher(context)));
        try {
            publishers.addAll(Publishers.found(context.getRequiredTestClass().getClassLoader()));
        } catch (ServiceConfigurationError e) {
            say("a publisher is left out, the verdict stands: " + e.getMessage());
        }
        end.told(report);
        Publishers.publishAll(new JudgedRun(report, stop.isBuildEnding()), publishers)
                .forEach(this::say);
    }
}
