package io.github.llmperf;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.NanoClock;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.prompt.PromptSets;
import io.github.llmperf.prompt.TokenEstimate;
import io.github.llmperf.publish.AllurePublisher;
import io.github.llmperf.publish.Console;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.JUnitPublisher;
import io.github.llmperf.publish.Publisher;
import io.github.llmperf.publish.Publishers;
import io.github.llmperf.report.Report;
import io.github.llmperf.verdict.Judge;
import io.github.llmperf.verdict.Judgement;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The heart: plan → run → measure → judge → report → publish. */
record LoadPipeline(ExtensionContext context, NanoClock clock, Path workingDirectory) {

    static LoadPipeline of(ExtensionContext context) {
        return new LoadPipeline(context, NanoClock.SYSTEM, Path.of("").toAbsolutePath());
    }

    LoadResult run(PlanResolver resolver, Scenario scenario, Target target) throws InterruptedException {
        PromptSet prompts = prompts(resolver);
        LoadPlan plan = plan(resolver, scenario, target, prompts);
        Baselines baselines = Baselines.of(plan, workingDirectory);
        BaselineLookup stored = baselines.find();

        LoadExecution execution = execute(plan, prompts);
        LoadRun run = LoadRun.together(execution.runs());
        Measurement measurement = Recorder.measure(plan, execution.runs());
        Judgement judgement = execution.fault().orElseGet(() -> Judge.judge(plan, run, measurement, stored));
        Report report = new Report(
                plan,
                run.startedAt(),
                new SourceCommit(System::getenv, workingDirectory).find(),
                baselines.environment(),
                run,
                measurement,
                judgement,
                baselines.use(stored),
                execution.serverMetrics());
        publish(report);
        return new LoadResult(report, baselines.record(report, this::say));
    }

    private PromptSet prompts(PlanResolver resolver) {
        ClassLoader loader = context.getRequiredTestClass().getClassLoader();
        return resolver.promptSetting().parse(name -> PromptSets.load(name, loader, workingDirectory));
    }

    private LoadPlan plan(PlanResolver resolver, Scenario scenario, Target target, PromptSet prompts) {
        String runId = RunId.of(Instant.now(), new SecureRandom());
        LoadPlan plan = resolver.plan(scenario, runId, target, prompts.contentHash());
        double meanTokens = prompts.prompts().stream()
                .mapToLong(TokenEstimate::of)
                .average()
                .orElse(0);
        resolver.check(plan, meanTokens);
        say(new Expectation(plan, meanTokens).line());
        return plan;
    }

    private LoadExecution execute(LoadPlan plan, PromptSet prompts) throws InterruptedException {
        try {
            return LoadLock.ofMachine(clock).alone(this::say, () -> LoadExecution.of(plan, prompts, clock, this::say));
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(plan.scenario() + ": " + e.getMessage(), e);
        }
    }

    private void say(String line) {
        Console.STANDARD.print(List.of("[llmperf] " + line));
    }

    private void publish(Report report) {
        List<Publisher> publishers = new ArrayList<>(List.of(new FilesPublisher(), new JUnitPublisher(context)));
        AllurePublisher.ifPresent().ifPresent(publishers::add);
        Publishers.publishAll(report, publishers).forEach(this::say);
    }
}
