package io.github.llmperf;

import io.github.llmperf.run.LoadInvocation;
import io.github.llmperf.run.ResultParameter;
import io.github.llmperf.run.Skipping;
import io.github.llmperf.settings.AnnotationTrail;
import io.github.llmperf.settings.CapacityResolver;
import io.github.llmperf.settings.Cell;
import io.github.llmperf.settings.CompareResolver;
import io.github.llmperf.settings.ConfigurationKeys;
import io.github.llmperf.settings.GateSetting;
import io.github.llmperf.settings.LauncherKeys;
import io.github.llmperf.settings.Parameters;
import io.github.llmperf.settings.PlanResolver;
import io.github.llmperf.settings.Scenarios;
import io.github.llmperf.settings.Setting;
import io.github.llmperf.settings.Settings;
import io.github.llmperf.settings.TargetResolver;
import io.github.llmperf.study.Study;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes an {@link LlmLoad} method one invocation per cell of its matrix. */
final class LlmLoadExtension
        implements TestTemplateInvocationContextProvider, ExecutionCondition, InvocationInterceptor {

    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private static final List<Class<? extends Annotation>> SECOND_TESTS =
            List.of(Test.class, TestFactory.class, TestTemplate.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Parameters parameters = new Parameters(context::getConfigurationParameter);
        boolean enabled = parameters
                .get(ConfigurationKeys.ENABLED)
                .map(setting -> setting.parse(Setting::toSwitch))
                .orElse(true);
        if (new GateSetting(parameters).wantsAllTests()) {
            return ConditionEvaluationResult.enabled("no load test may be skipped");
        }
        if (!enabled) {
            return ConditionEvaluationResult.disabled("load tests are switched off by llmperf.enabled=false");
        }
        return context.getTestMethod()
                .flatMap(method -> missing(context, trail(context, method), parameters))
                .map(why -> Skipping.of(context, "", why))
                .orElseGet(() -> ConditionEvaluationResult.enabled("load tests are on"));
    }

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), LlmLoad.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        refuseSecondTestAnnotation(method);
        refuseSuspending(method);
        Parameters parameters = new Parameters(context::getConfigurationParameter);
        ConfigurationKeys.refuseUnknown(
                LauncherKeys.seen(), key -> parameters.get(key).isPresent());
        AnnotationTrail trail = trail(context, method);
        refuseSkipping(context, trail, parameters);
        List<PlanResolver> resolvers = resolvers(context, trail, parameters);
        resolvers.forEach(resolver -> resolver.loads()
                .forEach(load -> load.check(Scenarios.of(context.getRequiredTestClass(), method, load.cell()))));
        resolvers.forEach(resolver -> ResultParameter.refuseOther(method, resolver));
        return resolvers.stream().map(CellInvocation::new);
    }

    private static void refuseSkipping(ExtensionContext context, AnnotationTrail trail, Parameters parameters) {
        GateSetting gate = new GateSetting(parameters);
        gate.refuseSkipping();
        if (gate.isOn()) {
            missing(context, trail, parameters).ifPresent(why -> {
                throw GateSetting.skipped(why);
            });
        }
    }

    /** Returns one resolver for each cell: of a published study's rows, or of the matrix of targets and settings. */
    private static List<PlanResolver> resolvers(
            ExtensionContext context, AnnotationTrail trail, Parameters parameters) {
        Settings annotations = trail.merged(LlmLoad.class).over(trail.merged(LlmDefaults.class));
        Settings asked = parameters.loadSettings().over(annotations);
        CompareResolver comparison = new CompareResolver(trail, parameters, System::getenv);
        comparison.check(asked);
        List<String> targets = comparison.withoutSecond(
                new TargetResolver(trail, parameters, System::getenv).several(context), context);
        CapacityResolver capacity = new CapacityResolver(trail, parameters);
        Settings settings = capacity.load(asked);
        Optional<Study> study = Study.of(context.getRequiredTestClass(), parameters);
        study.ifPresent(rows -> rows.check(trail));
        List<Cell> cells = study.map(rows -> rows.cells(annotations, parameters.loadSettings(), targets))
                .orElseGet(() -> Cell.matrix(settings, targets));
        study.ifPresent(rows -> cells.forEach(cell -> comparison.check(cell.settings())));
        return cells.stream()
                .map(cell -> capacity.isAsked() ? cell.ofSearch() : cell)
                .map(cell -> new PlanResolver(cell, trail, parameters))
                .toList();
    }

    /** What a test was not given is told by a failure where it must not be skipped. */
    private static Optional<String> missing(ExtensionContext context, AnnotationTrail trail, Parameters parameters) {
        return new TargetResolver(trail, parameters, System::getenv)
                .missing()
                .or(() -> new CompareResolver(trail, parameters, System::getenv).missing(context));
    }

    private static AnnotationTrail trail(ExtensionContext context, Method method) {
        return new AnnotationTrail(context.getRequiredTestClass(), method);
    }

    private record CellInvocation(PlanResolver resolver) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int invocationIndex) {
            return resolver.cell().displayName();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new LoadInvocation(resolver));
        }
    }

    /** {@code @Test} beside {@code @LlmLoad} makes JUnit run the method a second time, without a load. */
    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context) {
        invocation.skip();
        refuseSecondTestAnnotation(context.getRequiredTestMethod());
    }

    @Override
    public <T extends @Nullable Object> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context) {
        invocation.skip();
        refuseSecondTestAnnotation(context.getRequiredTestMethod());
        throw new ExtensionConfigurationException("@TestFactory must not stand beside @LlmLoad");
    }

    /** Newer JUnit versions call such functions, and then hand out what suspends them as a parameter. */
    private static void refuseSuspending(Method method) {
        if (Stream.of(method.getParameterTypes())
                .anyMatch(type -> type.getName().equals(CONTINUATION))) {
            throw new ExtensionConfigurationException("@LlmLoad must not be on a suspend function, but is on "
                    + method.getDeclaringClass().getSimpleName() + "." + method.getName()
                    + "; remove suspend, and call what suspends in runBlocking in its body");
        }
    }

    private static void refuseSecondTestAnnotation(Method method) {
        Optional<String> second = Stream.of(method.getAnnotations())
                .map(Annotation::annotationType)
                .filter(type -> !is(type, LlmLoad.class))
                .filter(type -> SECOND_TESTS.stream().anyMatch(test -> is(type, test)))
                .map(Class::getSimpleName)
                .findFirst();
        second.ifPresent(name -> {
            throw new ExtensionConfigurationException("@" + name + " must not stand beside @LlmLoad on "
                    + method.getDeclaringClass().getSimpleName() + "." + method.getName()
                    + ": @LlmLoad is the test annotation itself, and the load would run twice. Remove @" + name);
        });
    }

    /** Returns whether an annotation is another one, or carries it at any depth. */
    private static boolean is(Class<? extends Annotation> type, Class<? extends Annotation> other) {
        return type == other || AnnotationSupport.isAnnotated(type, other);
    }
}
