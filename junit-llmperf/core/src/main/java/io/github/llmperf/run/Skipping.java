package io.github.llmperf.run;

import io.github.llmperf.publish.Console;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a load test, and prints why: build tools count what is skipped, but do not say the reason. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Skipping {

    private Skipping() {}

    /** Skips a test; the cell is empty for all of its cells, and otherwise such as {@code [users=20]}. */
    public static ConditionEvaluationResult of(ExtensionContext context, String cell, String why) {
        String test = context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName() + cell;
        Console.STANDARD.print(List.of("[llmperf] skipped " + test + ": " + why));
        return ConditionEvaluationResult.disabled(why);
    }
}
