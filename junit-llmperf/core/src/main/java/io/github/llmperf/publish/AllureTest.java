package io.github.llmperf.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.CalibrationRenderer;
import io.github.llmperf.report.DescriptionHtml;
import io.github.llmperf.report.HtmlRenderer;
import io.github.llmperf.report.JsonRenderer;
import io.github.llmperf.report.Report;
import io.github.llmperf.report.SvgChart;
import io.github.llmperf.report.Visible;
import io.qameta.allure.Allure;
import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.TestResult;
import io.qameta.allure.util.PropertiesUtils;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Adds a report to the test that Allure sees on this thread: description, attachments, labels and parameters. Those of a
 * later stage are added to what the stages before it left. Outside of such a test it does nothing.
 */
final class AllureTest implements Publisher {

    private final AllureLifecycle lifecycle;
    private final AllureRunFiles runFiles;
    private final boolean othersAttachFiles;

    AllureTest(AllureLifecycle lifecycle, AllureRunFiles runFiles, boolean othersAttachFiles) {
        this.lifecycle = lifecycle;
        this.runFiles = runFiles;
        this.othersAttachFiles = othersAttachFiles;
    }

    static Publisher ofCurrentThread(boolean othersAttachFiles) {
        String directory =
                PropertiesUtils.loadAllureProperties().getProperty("allure.results.directory", "allure-results");
        return new AllureTest(
                Allure.getLifecycle(), new AllureRunFiles(Path.of(directory), System.getenv()), othersAttachFiles);
    }

    @Override
    public void publish(Report report) throws IOException {
        if (lifecycle.getCurrentTestCase().isEmpty()) {
            return;
        }
        String stage = stage(report.plan().scenario());
        String description = new DescriptionHtml().render(report);
        lifecycle.updateTestCase(test -> describe(test, report, description));
        if (!othersAttachFiles) {
            attach(stage + "1 report.html", "text/html", ".html", new HtmlRenderer().render(report));
            attach(stage + "2 result.json", "application/json", ".json", new JsonRenderer().render(report));
        }
        attach(stage + "3 latency.svg", "image/svg+xml", ".svg", new SvgChart().render(report));
        if (report.series().calibration().isPresent() && !othersAttachFiles) {
            attach(stage + "4 calibration.md", "text/markdown", ".md", new CalibrationRenderer().render(report));
        }
        runFiles.write(report);
    }

    private void attach(String name, String type, String extension, String text) {
        lifecycle.addAttachment(name, type, extension, text.getBytes(UTF_8));
    }

    private static void describe(TestResult test, Report report, String description) {
        LoadPlan plan = report.plan();
        Scenario scenario = plan.scenario();
        boolean goesOn = scenario.stage().orElse(1) > 1 && test.getDescriptionHtml() != null;
        test.setDescriptionHtml(goesOn ? test.getDescriptionHtml() + description : description);
        String model = report.environment().model();
        List<Label> labels = new ArrayList<>(test.getLabels());
        label(labels, "epic", model.isEmpty() ? "load tests" : model);
        label(labels, "feature", report.environment().target());
        label(labels, "story", scenario.withoutStage().displayName());
        test.setLabels(labels);
        List<Parameter> parameters = new ArrayList<>(test.getParameters());
        Scenario common = scenario.withoutStage();
        scenario.cell().forEach((name, value) -> {
            if (!name.equals(Scenario.STAGE)) {
                String shown = common.cell().containsKey(name) ? name : stage(scenario) + name;
                parameter(parameters, shown, String.valueOf(value), false);
            }
        });
        for (Map.Entry<String, String> label : report.environment().labels().entrySet()) {
            parameter(parameters, label.getKey(), label.getValue(), false);
        }
        parameter(parameters, "seed", Long.toString(plan.seed()), true);
        parameter(parameters, "runId", plan.runId(), true);
        test.setParameters(parameters);
    }

    /** What names of attachments and parameters of a stage begin with. */
    private static String stage(Scenario scenario) {
        return scenario.stage().isPresent() ? "stage " + scenario.stage().getAsInt() + " " : "";
    }

    /** What the test's author set stays. */
    private static void label(List<Label> labels, String name, String value) {
        if (labels.stream().noneMatch(label -> name.equals(label.getName()))) {
            labels.add(new Label().setName(name).setValue(Visible.text(value)));
        }
    }

    /** Volatile ones are left out of the identity by which Allure finds a test's history. */
    private static void parameter(List<Parameter> parameters, String name, String value, boolean isVolatile) {
        Parameter parameter = new Parameter().setName(Visible.text(name)).setValue(Visible.text(value));
        boolean known = parameters.stream()
                .anyMatch(other -> parameter.getName().equals(other.getName())
                        && parameter.getValue().equals(other.getValue()));
        if (known) {
            // Stages have most of them in common.
            return;
        }
        parameters.add(isVolatile ? parameter.setExcluded(true).setMode(Parameter.Mode.HIDDEN) : parameter);
    }
}
