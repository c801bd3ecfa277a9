package io.github.llmperf.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.llmperf.plan.LoadPlan;
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
 * Adds a report to the test that Allure sees on this thread: description, attachments, labels and parameters. Outside of
 * such a test it does nothing.
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
        String description = new DescriptionHtml().render(report);
        lifecycle.updateTestCase(test -> describe(test, report, description));
        if (!othersAttachFiles) {
            attach("1 report.html", "text/html", ".html", new HtmlRenderer().render(report));
            attach("2 result.json", "application/json", ".json", new JsonRenderer().render(report));
        }
        attach("3 latency.svg", "image/svg+xml", ".svg", new SvgChart().render(report));
        runFiles.write(report);
    }

    private void attach(String name, String type, String extension, String text) {
        lifecycle.addAttachment(name, type, extension, text.getBytes(UTF_8));
    }

    private static void describe(TestResult test, Report report, String description) {
        test.setDescriptionHtml(description);
        LoadPlan plan = report.plan();
        String model = report.environment().model();
        List<Label> labels = new ArrayList<>(test.getLabels());
        label(labels, "epic", model.isEmpty() ? "load tests" : model);
        label(labels, "feature", report.environment().target());
        label(labels, "story", plan.scenario().displayName());
        test.setLabels(labels);
        List<Parameter> parameters = new ArrayList<>(test.getParameters());
        plan.scenario().cell().forEach((name, value) -> parameter(parameters, name, String.valueOf(value), false));
        for (Map.Entry<String, String> label : report.environment().labels().entrySet()) {
            parameter(parameters, label.getKey(), label.getValue(), false);
        }
        parameter(parameters, "seed", Long.toString(plan.seed()), true);
        parameter(parameters, "runId", plan.runId(), true);
        test.setParameters(parameters);
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
        parameters.add(isVolatile ? parameter.setExcluded(true).setMode(Parameter.Mode.HIDDEN) : parameter);
    }
}
