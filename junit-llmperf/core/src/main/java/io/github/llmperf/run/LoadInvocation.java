package io.github.llmperf.run;

import io.github.llmperf.LoadTestException;
import io.github.llmperf.load.OutOfThreadsException;
import io.github.llmperf.plan.Target;
import io.github.llmperf.settings.GateSetting;
import io.github.llmperf.settings.PlanResolver;
import io.github.llmperf.settings.Scenarios;
import io.github.llmperf.settings.TargetResolver;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * One cell's invocation: the load and the judgement after {@code @BeforeEach}, then the body, then the outcome. The load
 * does not run inside the body's interceptors, so JUnit's {@code @Timeout} covers the body only.
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LoadInvocation(PlanResolver resolver, TestEnd end)
        implements ExecutionCondition,
                BeforeTestExecutionCallback,
                ParameterResolver,
                InvocationInterceptor,
                LifecycleMethodExecutionExceptionHandler,
                TestWatcher {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(LoadInvocation.class);

    public LoadInvocation(PlanResolver resolver) {
        this(resolver, new TestEnd());
    }

    /** Of several targets some may be set up, and others not. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return missing()
                .filter(why -> !gate().isOn())
                .map(why -> Skipping.of(context, "[" + resolver.cell().name() + "]", why))
                .orElseGet(() -> ConditionEvaluationResult.enabled("its target is set up"));
    }

    private Optional<String> missing() {
        return resolver.targets().missing();
    }

    private GateSetting gate() {
        return new GateSetting(resolver.parameters());
    }

    /** An assumption that does not hold in {@code @BeforeEach} skips the test before its load. */
    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        if (thrown instanceof TestAbortedException skipped && gate().isOn()) {
            throw SkippedByItself.of(skipped);
        }
        throw thrown;
    }

    @Override
    public void beforeTestExecution(ExtensionContext context) throws Exception {
        missing().ifPresent(why -> {
            throw GateSetting.skipped(why);
        });
        TargetResolver targets = resolver.targets();
        // Only one of them may run at a time: the own one last, since its turn comes first.
        Optional<Target> second = resolver.comparison().started(context).map(started -> started.startAnew(context));
        Target target = second.isPresent() ? targets.startAnew(context) : targets.resolve(context);
        try (BuildStop stop = BuildStop.watch()) {
            StageResults results =
                    new LoadPipeline(TestRun.of(context, stop, end), targets).run(resolver.loads(), target, second);
            context.getStore(NAMESPACE).put(StageResults.class, results);
        } catch (OutOfThreadsException e) {
            throw Exhaustion.ofThreads(Scenarios.of(context, resolver.cell()), e);
        } catch (OutOfMemoryError e) {
            // JUnit would end the whole run on it. What the load held is garbage by now.
            throw Exhaustion.ofMemory(Scenarios.of(context, resolver.cell()), e);
        }
        Outcome outcome = new Outcome(results(context));
        try {
            outcome.beforeBody();
        } catch (LoadTestException | AssertionFailedError | TestAbortedException thrown) {
            remember(outcome, thrown);
            throw thrown;
        }
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        Outcome outcome = new Outcome(results(context));
        try {
            invocation.proceed();
        } catch (Throwable body) {
            Throwable thrown = outcome.withBody(body);
            if (thrown != body) {
                remember(outcome, thrown);
            }
            throw thrown;
        }
        try {
            outcome.afterBody();
        } catch (LoadTestException | AssertionFailedError thrown) {
            remember(outcome, thrown);
            throw thrown;
        }
    }

    private void remember(Outcome outcome, Throwable thrown) {
        if (outcome.isToldBy(thrown)) {
            end.verdict(thrown);
        }
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
        end.passed();
    }

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        end.failed(Objects.requireNonNullElseGet(cause, AssertionError::new));
    }

    @Override
    public void testAborted(ExtensionContext context, @Nullable Throwable cause) {
        end.aborted(Objects.requireNonNullElseGet(cause, AssertionError::new));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return ResultParameter.isOne(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return ResultParameter.of(parameter, resolver, found(context));
    }

    private static StageResults results(ExtensionContext context) {
        return Objects.requireNonNull(found(context), "the load has run before the body");
    }

    private static @Nullable StageResults found(ExtensionContext context) {
        return context.getStore(NAMESPACE).get(StageResults.class, StageResults.class);
    }
}
