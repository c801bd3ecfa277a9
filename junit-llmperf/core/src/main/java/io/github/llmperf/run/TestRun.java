package io.github.llmperf.run;

import io.github.llmperf.LoadResult;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.machine.LoadLock;
import io.github.llmperf.machine.SharedMachine;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.CalibrationPublisher;
import io.github.llmperf.publish.Console;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.FoundServices;
import io.github.llmperf.publish.JUnitPublisher;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.publish.Progress;
import io.github.llmperf.publish.Publisher;
import io.github.llmperf.publish.Publishers;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.ProgressText;
import io.github.llmperf.settings.ProgressSetting;
import io.github.llmperf.settings.RehearsalSetting;
import io.github.llmperf.settings.RetrySetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One execution of a load test, whatever loads it consists of: what surrounds them, and where their results go.
 *
 * @param context JUnit's view of the test
 * @param stop ends its loads with the build
 * @param end writes into its results how the test ended
 * @param machine that it runs on
 * @param workingDirectory where relative paths start
 */
record TestRun(ExtensionContext context, BuildStop stop, TestEnd end, SharedMachine machine, Path workingDirectory) {

    static TestRun of(ExtensionContext context, BuildStop stop, TestEnd end) {
        return new TestRun(
                context, stop, end, RetrySetting.machine(context), Path.of("").toAbsolutePath());
    }

    /** Returns what tells the time of its loads. */
    NanoClock clock() {
        return machine.clock();
    }

    /** Sends loads while no other load runs on this machine, and after the rehearsal, if this test is the first. */
    <T> T alone(List<LoadPlan> plans, LoadLock.Load<T> loads) throws InterruptedException {
        try {
            return stop.during(() -> LoadLock.ofMachine(clock()).alone(this::say, () -> {
                rehearsal().once(plans.get(0), clock(), this::say);
                return loads.run();
            }));
        } catch (IllegalArgumentException e) {
            Scenario test = plans.get(0).scenario().withoutStage();
            throw new ExtensionConfigurationException(test + ": " + e.getMessage(), e);
        }
    }

    RehearsalSetting rehearsal() {
        return new RehearsalSetting(context);
    }

    Progress progress(List<LoadPlan> plans) {
        return ProgressSetting.of(context).begin(plans, context, clock(), this::say);
    }

    @Nullable
    String commit() {
        return new SourceCommit(System::getenv, workingDirectory).find();
    }

    void say(String line) {
        Console.STANDARD.print(List.of("[llmperf] " + line));
    }

    /** Says what a load came to, publishes it, and stores it where that is asked for. */
    LoadResult conclude(Report report, Baselines baselines) {
        if (!ProgressSetting.of(context).isOff()) {
            say(ProgressText.judged(report));
            ProgressText.added(report).ifPresent(this::say);
        }
        publish(report);
        return new LoadResult(report, baselines.record(report, this::say));
    }

    private void publish(Report report) {
        List<Publisher> publishers = new ArrayList<>(
                List.of(new FilesPublisher(), new CalibrationPublisher(Console.STANDARD), new JUnitPublisher(context)));
        FoundServices<Publisher> found =
                FoundServices.of(Publisher.class, context.getRequiredTestClass().getClassLoader());
        publishers.addAll(found.usable());
        found.problems().forEach(this::say);
        end.told(report);
        Publishers.publishAll(new JudgedRun(report, stop.isBuildEnding()), publishers)
                .forEach(this::say);
    }
}
