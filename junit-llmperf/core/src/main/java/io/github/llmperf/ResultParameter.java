package io.github.llmperf;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** The parameter that takes what was measured: one result, or with stages the results of all. */
final class ResultParameter {

    private ResultParameter() {}

    static boolean isOne(Class<?> type) {
        return type == LoadResult.class || type == StageResults.class;
    }

    /** Refuses a load test that takes the other kind, before anything is sent. */
    static void refuseOther(Method test, Cell cell) {
        for (Class<?> type : test.getParameterTypes()) {
            if (isOne(type) && type != fitting(cell)) {
                throw new ExtensionConfigurationException(advice(test, cell));
            }
        }
    }

    static Object of(ParameterContext parameter, Cell cell, @Nullable StageResults results) {
        Class<?> type = parameter.getParameter().getType();
        String method = parameter.getDeclaringExecutable().getName();
        if (results == null) {
            throw new ParameterResolutionException(type.getSimpleName()
                    + " must be taken after the load, in the load test itself or in @AfterEach, but " + method
                    + " asks for it without one; remove the parameter there");
        }
        if (type != fitting(cell)) {
            throw new ParameterResolutionException(advice((Method) parameter.getDeclaringExecutable(), cell));
        }
        return cell.isStaged() ? results : results.last();
    }

    private static Class<?> fitting(Cell cell) {
        return cell.isStaged() ? StageResults.class : LoadResult.class;
    }

    private static String advice(Method method, Cell cell) {
        String where = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        return cell.isStaged()
                ? "parameter of " + where
                        + " must be StageResults, but is LoadResult: a load in stages has a result for"
                        + " each; take StageResults, and from it stage(1)"
                : "parameter of " + where + " must be LoadResult, but is StageResults: the load has no stages; take"
                        + " LoadResult, or set stages in @LlmLoad";
    }
}
