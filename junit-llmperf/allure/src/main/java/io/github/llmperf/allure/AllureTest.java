package io.github.llmperf.allure;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.publish.Publisher;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.TargetName;
import io.github.llmperf.report.text.VisibleText;
import io.qameta.allure.Allure;
import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.StepResult;
import io.qameta.allure.model.TestResult;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Adds a report to the test that Allure sees on this thread: description, steps, attachments, labels and parameters. Those
 * of a later stage are added to what the stages before it left. Outside of such a test it does nothing. Comes after
 * {@link FilesPublisher}.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllureTest implements Publisher {

    /** Runs of this environment say nothing of it: most builds know no other. */
    private static final String DEFAULT_ENVIRONMENT = "default";

    private final AllureLifecycle lifecycle;
    private final AllureRunFiles runFiles;
    private final AllureAttachments attachments;
    private final Clock clock;

    public AllureTest(AllureLifecycle lifecycle, AllureRunFiles runFiles, boolean othersAttachFiles, Clock clock) {
        this.lifecycle = lifecycle;
        this.runFiles = runFiles;
        this.attachments = new AllureAttachments(lifecycle, othersAttachFiles);
        this.clock = clock;
    }

    static Publisher ofCurrentThread(boolean othersAttachFiles) {
        return new AllureTest(
                Allure.getLifecycle(), AllureRunFiles.ofEnvironment(), othersAttachFiles, Clock.systemUTC());
    }

    @Override
    public void publish(JudgedRun run) throws IOException {
        Report report = run.report();
        if (lifecycle.getCurrentTestCase().isEmpty()) {
            return;
        }
        String description = new DescriptionHtml().render(report);
        List<StepResult> steps = AllureSteps.of(RunSteps.of(report, clock.instant()));
        lifecycle.updateTestCase(test -> {
            describe(test, report, description);
            label(test, report);
            parameters(test, report);
            test.getSteps().addAll(steps);
        });
        attachments.attach(report, stage(report.plan().scenario()));
        runFiles.write(report);
    }

    private static void describe(TestResult test, Report report, String description) {
        boolean goesOn = report.plan().scenario().stage().orElse(1) > 1 && test.getDescriptionHtml() != null;
        test.setDescriptionHtml(goesOn ? test.getDescriptionHtml() + description : description);
    }

    private static void label(TestResult test, Report report) {
        String model = report.origin().environment().model();
        List<Label> labels = new ArrayList<>(test.getLabels());
        label(labels, "epic", model.isEmpty() ? "load tests" : model);
        label(
                labels,
                "feature",
                TargetName.lasting(report.origin().environment().target()));
        label(labels, "story", report.plan().scenario().withoutStage().displayName());
        Verdict verdict = worst(labels, report.judgement().verdict());
        labels.removeIf(label -> AllureIdentity.VERDICT.equals(label.getName()));
        label(labels, AllureIdentity.VERDICT, verdict.name());
        test.setLabels(labels);
    }

    /** Of this load and the stages before it. */
    private static Verdict worst(List<Label> labels, Verdict verdict) {
        return labels.stream()
                .filter(label -> AllureIdentity.VERDICT.equals(label.getName()))
                .map(label -> Verdict.valueOf(label.getValue()))
                .reduce(verdict, (one, other) -> one.compareTo(other) > 0 ? one : other);
    }

    private static void parameters(TestResult test, Report report) {
        LoadPlan plan = report.plan();
        Scenario scenario = plan.scenario();
        Scenario common = scenario.withoutStage();
        List<Parameter> parameters = new ArrayList<>(test.getParameters());
        parameters.removeIf(AllureTest::isVolatile);
        scenario.cell().forEach((name, value) -> {
            boolean isCommon = common.cell().containsKey(name);
            if (!name.equals(Scenario.STAGE)) {
                // A stage that was not run must not make the test another one.
                parameter(parameters, isCommon ? name : stage(scenario) + name, String.valueOf(value), !isCommon);
            }
        });
        String environment = report.origin().environment().name();
        if (!environment.equals(DEFAULT_ENVIRONMENT)) {
            parameter(parameters, "environment", environment, false);
        }
        for (Map.Entry<String, String> label :
                report.origin().environment().labels().entrySet()) {
            parameter(parameters, label.getKey(), label.getValue(), false);
        }
        parameters.add(hidden("seed", Long.toString(plan.load().seed())));
        parameters.add(hidden(AllureIdentity.RUN_ID, plan.runId()));
        test.setParameters(parameters);
    }

    /** What names of attachments and parameters of a stage begin with. */
    private static String stage(Scenario scenario) {
        return scenario.stage().isPresent() ? "stage " + scenario.stage().getAsInt() + " " : "";
    }

    /** What the test's author set stays. */
    private static void label(List<Label> labels, String name, String value) {
        if (labels.stream().noneMatch(label -> name.equals(label.getName()))) {
            labels.add(new Label().setName(name).setValue(VisibleText.text(value)));
        }
    }

    /** Excluded ones are no part of the identity by which Allure finds a test's history. */
    private static void parameter(List<Parameter> parameters, String name, String value, boolean isExcluded) {
        Parameter parameter = new Parameter().setName(VisibleText.text(name)).setValue(VisibleText.text(value));
        boolean isKnown = parameters.stream()
                .anyMatch(other -> parameter.getName().equals(other.getName())
                        && parameter.getValue().equals(other.getValue()));
        if (!isKnown) {
            // Stages have most of them in common.
            parameters.add(isExcluded ? parameter.setExcluded(true) : parameter);
        }
    }

    private static Parameter hidden(String name, String value) {
        return new Parameter()
                .setName(name)
                .setValue(VisibleText.text(value))
                .setExcluded(true)
                .setMode(Parameter.Mode.HIDDEN);
    }

    /** The hidden ones come last, whatever the number of stages. */
    private static boolean isVolatile(Parameter parameter) {
        return Boolean.TRUE.equals(parameter.getExcluded())
                && parameter.getMode() == Parameter.Mode.HIDDEN
                && List.of("seed", AllureIdentity.RUN_ID).contains(parameter.getName());
    }
}
