package io.github.llmperf;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * One cell's invocation: the load and the judgement after {@code @BeforeEach}, then the body, then the outcome. The load
 * does not run inside the body's interceptors, so JUnit's {@code @Timeout} covers the body only.
 */
record LoadInvocation(PlanResolver resolver)
        implements BeforeTestExecutionCallback, ParameterResolver, InvocationInterceptor {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(LoadInvocation.class);

    @Override
    public void beforeTestExecution(ExtensionContext context) throws Exception {
        Target target = new TargetResolver(resolver.trail(), resolver.parameters(), System::getenv).resolve(context);
        LoadResult result = LoadPipeline.of(context).run(resolver, scenario(context), target);
        context.getStore(NAMESPACE).put(LoadResult.class, result);
        Outcome.of(result).beforeBody();
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        Outcome outcome = Outcome.of(result(context));
        try {
            invocation.proceed();
        } catch (Throwable body) {
            throw outcome.withBody(body);
        }
        outcome.afterBody();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LoadResult.class
                && parameter.getDeclaringExecutable().equals(context.getRequiredTestMethod());
    }

    @Override
    public LoadResult resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return result(context);
    }

    private static LoadResult result(ExtensionContext context) {
        return context.getStore(NAMESPACE).get(LoadResult.class, LoadResult.class);
    }

    private Scenario scenario(ExtensionContext context) {
        return scenario(context.getRequiredTestClass(), context.getRequiredTestMethod(), resolver.cell());
    }

    static Scenario scenario(Class<?> testClass, Method method, Cell cell) {
        boolean overloaded = Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
                        .filter(m -> !m.isSynthetic() && m.getName().equals(method.getName()))
                        .count()
                > 1;
        String parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(",", "(", ")"));
        String methodName = overloaded ? method.getName() + parameters : method.getName();
        return new Scenario(testClass.getName(), methodName, cell.values(), cell.name());
    }
}
