package io.github.llmperf;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.Console;
import io.github.llmperf.publish.FoundServices;
import io.github.llmperf.publish.ReportLink;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.publish.StudyPublisher;
import io.github.llmperf.report.matrix.CellResult;
import io.github.llmperf.settings.BaselineResolver;
import io.github.llmperf.settings.ConfigurationKeys;
import io.github.llmperf.settings.Parameters;
import io.github.llmperf.settings.PlanResolver;
import io.github.llmperf.settings.Scenarios;
import io.github.llmperf.settings.Setting;
import io.github.llmperf.study.Study;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives the results of a study to the methods that draw conclusions, and writes its report when they are done. */
final class StudyExtension implements BeforeAllCallback, AfterAllCallback, ParameterResolver {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(StudyExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getStore(NAMESPACE).put(Instant.class, Instant.now());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == StudyResult.class
                && parameter.getDeclaringExecutable().isAnnotationPresent(AfterAll.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return result(context);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        Parameters parameters = new Parameters(context::getConfigurationParameter);
        boolean isEnabled = parameters
                .get(ConfigurationKeys.ENABLED)
                .map(setting -> setting.parse(Setting::toSwitch))
                .orElse(true);
        if (!isEnabled || !runsRows(context) || result(context).rows().stream().noneMatch(StudyRow::wasRun)) {
            return;
        }
        FoundServices<StudyPublisher> found = FoundServices.of(
                StudyPublisher.class, context.getRequiredTestClass().getClassLoader());
        found.problems().forEach(problem -> Console.STANDARD.print(List.of("[llmperf] " + problem)));
        for (StudyPublisher publisher : found.usable()) {
            Path page = publisher.publish(directory(context), result(context).report());
            Console.STANDARD.print(List.of("[llmperf] study: " + page));
        }
    }

    /** What cannot be run has been said by then, and has nothing to tell. */
    private static boolean runsRows(ExtensionContext context) {
        try {
            Study.loadTest(context.getRequiredTestClass());
            return true;
        } catch (ExtensionConfigurationException e) {
            return false;
        }
    }

    private static StudyResult result(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(StudyResult.class, any -> read(context), StudyResult.class);
    }

    private static StudyResult read(ExtensionContext context) {
        Class<?> testClass = context.getRequiredTestClass();
        Parameters parameters = new Parameters(context::getConfigurationParameter);
        Study study = Study.of(testClass, parameters).orElseThrow();
        Instant since = Objects.requireNonNull(context.getStore(NAMESPACE).get(Instant.class, Instant.class));
        Method test = Study.loadTest(testClass);
        Path directory = directory(context);
        return study.result(
                cell -> find(output(parameters), Scenarios.of(testClass, test, cell), since),
                result -> ReportLink.of(directory, result));
    }

    /** What an earlier build left is no result of this one. */
    private static Optional<CellResult> find(Path output, Scenario scenario, Instant since) {
        try {
            CellResult result =
                    CellResult.read(ResultFiles.forScenario(output, scenario).result());
            return Instant.parse(result.startedAt()).isBefore(since) ? Optional.empty() : Optional.of(result);
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Path output(Parameters parameters) {
        return parameters
                .get(ConfigurationKeys.OUTPUT)
                .map(s -> s.parse(BaselineResolver::directory))
                .orElse(PlanResolver.OUTPUT);
    }

    private static Path directory(ExtensionContext context) {
        Scenario any = new Scenario(context.getRequiredTestClass().getName(), "any", Map.of(), Scenario.SINGLE);
        Path output = output(new Parameters(context::getConfigurationParameter));
        return ResultFiles.forScenario(output, any).ofClass();
    }
}
