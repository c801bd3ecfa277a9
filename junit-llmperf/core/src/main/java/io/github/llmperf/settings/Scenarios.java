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

/**
 * The scenario of a test, by which its results and its stored runs are found again. Its class is the one that runs, also
 * where a superclass declares the method; the method's name has its parameters only where the class has several load tests of
 * that name.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Scenarios {

    private Scenarios() {}

    /**
     * Returns the scenario of a test that JUnit runs.
     *
     * @param context of a class and its method
     * @param cell the combination of values that runs
     */
    public static Scenario of(ExtensionContext context, Cell cell) {
        return of(context.getRequiredTestClass(), context.getRequiredTestMethod(), cell);
    }

    /**
     * Returns the scenario of a test that JUnit may not have reached yet.
     *
     * @param cell the combination of values that runs
     */
    public static Scenario of(Class<?> testClass, Method method, Cell cell) {
        return of(testClass, method, cell.values(), cell.name());
    }

    /**
     * Returns the scenario of a cell whose name is all that is known. It finds the same results and stored runs, for the
     * values of a cell are no part of where they lie.
     */
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
