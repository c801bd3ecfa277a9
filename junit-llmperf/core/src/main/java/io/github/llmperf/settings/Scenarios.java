package io.github.llmperf.settings;

import io.github.llmperf.LlmLoad;
import io.github.llmperf.plan.Scenario;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Where the results and the stored runs of a test's cell lie. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Scenarios {

    private Scenarios() {}

    public static Scenario of(ExtensionContext context, Cell cell) {
        return of(context.getRequiredTestClass(), context.getRequiredTestMethod(), cell);
    }

    public static Scenario of(Class<?> testClass, Method method, Cell cell) {
        return of(testClass, method, cell.values(), cell.name());
    }

    /** Where the results of a cell lie; its values are no part of that. */
    public static Scenario of(Class<?> testClass, Method method, String cellName) {
        return of(testClass, method, Map.of(), cellName);
    }

    private static Scenario of(Class<?> testClass, Method method, Map<String, Object> values, String cellName) {
        // Load tests only: a helper of the same name must not move results and baselines elsewhere.
        boolean overloaded = ReflectionSupport.findMethods(
                                testClass,
                                m -> m.getName().equals(method.getName())
                                        && AnnotationSupport.isAnnotated(m, LlmLoad.class),
                                HierarchyTraversalMode.TOP_DOWN)
                        .size()
                > 1;
        String parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getTypeName)
                .collect(Collectors.joining(",", "(", ")"));
        String methodName = overloaded ? method.getName() + parameters : method.getName();
        return new Scenario(testClass.getName(), methodName, values, cellName);
    }
}
