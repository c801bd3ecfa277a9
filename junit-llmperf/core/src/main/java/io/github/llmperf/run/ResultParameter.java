package io.github.llmperf.run;

import io.github.llmperf.CapacityResult;
import io.github.llmperf.LoadResult;
import io.github.llmperf.settings.PlanResolver;
import java.lang.reflect.Method;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** The parameter that takes what was measured: one result, with stages the results of all, of a search what it found. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ResultParameter {

    private ResultParameter() {}

    static boolean isOne(Class<?> type) {
        return type == LoadResult.class || type == StageResults.class || type == CapacityResult.class;
    }

    /** Refuses a load test that takes the other kind, before anything is sent. */
    public static void refuseOther(Method test, PlanResolver resolver) {
        for (Class<?> type : test.getParameterTypes()) {
            if (isOne(type) && type != fitting(resolver)) {
                throw new ExtensionConfigurationException(advice(test, type, resolver));
            }
        }
    }

    static Object of(ParameterContext parameter, PlanResolver resolver, @Nullable StageResults results) {
        Class<?> type = parameter.getParameter().getType();
        String method = parameter.getDeclaringExecutable().getName();
        if (results == null) {
            throw new ParameterResolutionException(type.getSimpleName()
                    + " must be taken after the load, in the load test itself or in @AfterEach, but " + method
                    + " asks for it without one; remove the parameter there");
        }
        if (type != fitting(resolver)) {
            throw new ParameterResolutionException(advice((Method) parameter.getDeclaringExecutable(), type, resolver));
        }
        if (resolver.isSearch()) {
            return results.capacity().orElseThrow();
        }
        return resolver.cell().isStaged() ? results : results.last();
    }

    private static Class<?> fitting(PlanResolver resolver) {
        if (resolver.isSearch()) {
            return CapacityResult.class;
        }
        return resolver.cell().isStaged() ? StageResults.class : LoadResult.class;
    }

    private static String advice(Method method, Class<?> taken, PlanResolver resolver) {
        Class<?> fitting = fitting(resolver);
        return "parameter of " + method.getDeclaringClass().getSimpleName() + "." + method.getName() + " must be "
                + fitting.getSimpleName() + ", but is " + taken.getSimpleName() + ": " + why(taken, fitting);
    }

    private static String why(Class<?> taken, Class<?> fitting) {
        if (fitting == CapacityResult.class) {
            return "a search runs many loads; take CapacityResult, whose points have a LoadResult each";
        }
        if (fitting == StageResults.class) {
            return "a load in stages has a result for each; take StageResults, and from it stage(1)";
        }
        return taken == CapacityResult.class
                ? "the load is no search; take LoadResult, or add @LlmCapacity"
                : "the load has no stages; take LoadResult, or set stages in @LlmLoad";
    }
}
