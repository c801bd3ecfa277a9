package io.github.llmperf.run;

import io.github.llmperf.LoadResult;
import io.github.llmperf.measure.AnsweringModels;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Target;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.Progress;
import io.github.llmperf.publish.RequestSinks;
import io.github.llmperf.report.model.Observed;
import io.github.llmperf.report.model.Origin;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.run.PreparedLoads.Prepared;
import io.github.llmperf.settings.PlanResolver;
import io.github.llmperf.settings.RetrySetting;
import io.github.llmperf.settings.TargetResolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The heart: plan → run → measure → judge → report → publish; with stages, all are run before the first is measured. */
record LoadPipeline(TestRun test, TargetResolver targets) {

    StageResults run(List<PlanResolver> resolvers, Target target, Optional<Target> second) throws InterruptedException {
        PreparedLoads prepared = PreparedLoads.of(resolvers, target, second, test);
        List<LoadPlan> plans = prepared.plans();
        plans.forEach(plan -> test.say(new ExpectedLoad(plan, prepared.each()).line()));
        CapacityPlan search = plans.get(0).load().capacity();
        if (search != null) {
            return new CapacityPipeline(test, prepared, search).run();
        }
        // Each pair of targets has one start: only one of the two could be started anew.
        boolean startsAnew = targets.canStartAnew() && plans.get(0).load().pairing() == null;
        Retries retries =
                new Retries(prepared, RetrySetting.of(test.context()).most(), startsAnew, test.machine(), test::say);
        TrialSeries series = new TrialSeries(prepared, targets, test.context(), retries, test::say);
        Trials trials = test.alone(plans, () -> send(plans, series));
        List<LoadResult> results = new ArrayList<>();
        while (results.size() < trials.loads()) {
            results.add(result(prepared.loads().get(results.size()), series, trials, results.size()));
        }
        plans.subList(results.size(), plans.size()).forEach(this::retract);
        if (trials.cutShort().isPresent()) {
            throw failure(trials.cutShort().get(), results);
        }
        return new StageResults(results, plans.size());
    }

    private Trials send(List<LoadPlan> plans, TrialSeries series) throws InterruptedException {
        try (RequestSinks sinks = RequestSinks.of(plans, test::say);
                Progress progress = test.progress(plans)) {
            return series.run(progress.beside(sinks.all()));
        }
    }

    private LoadResult result(Prepared load, TrialSeries series, Trials trials, int number) {
        JudgedTrials judged = JudgedTrials.of(load, series, trials, number);
        Report report = new Report(
                load.plan(),
                new Origin(
                        judged.candidate().run().startedAt(),
                        test.commit(),
                        load.baselines()
                                .environment()
                                .ofServer(trials.server().software())
                                .answeredBy(AnsweringModels.in(
                                        judged.candidate().run().records()))),
                Observed.of(
                        load.plan(),
                        test.rehearsal().tell(judged.candidate().run()),
                        judged.candidate().measurement(),
                        judged.candidate().server(),
                        trials.server().change()),
                judged.judgement(),
                load.baselines().use(load.stored()),
                judged.series());
        return test.conclude(report, load.baselines());
    }

    /** Says so, and takes back what an earlier build found out: it would be taken for this one's. */
    private void retract(LoadPlan notRun) {
        test.say(notRun.scenario() + " was not run: a stage before it ended early");
        FilesPublisher.retract(notRun).forEach(test::say);
    }

    /** A verdict that a further trial might have changed is no verdict: the cause is what fails the test. */
    private static ExtensionConfigurationException failure(
            ExtensionConfigurationException cause, List<LoadResult> results) {
        results.forEach(result -> result.notStored().ifPresent(cause::addSuppressed));
        return cause;
    }
}
