package io.github.llmperf.allure;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.qameta.allure.listener.TestLifecycleListener;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.TestResult;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Gives a load test the same history in every build: it is identified by its method, its cell and the labels of its
 * target, and by nothing that changes from run to run or with the order of cells. Allure 2 goes by the history id, Allure 3
 * by the parameters that are not excluded; both say the same here. Found by Allure by itself.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllureIdentity implements TestLifecycleListener {

    /** Label with the worst verdict of a test's loads; no other test has it. */
    static final String VERDICT = "llmperf.verdict";

    /** The last of the parameters that this library adds. */
    static final String RUN_ID = "runId";

    /** Added by Allure to each invocation of a test; ends in the number of the cell. */
    private static final String UNIQUE_ID = "UniqueId";

    /** Made by Allure. */
    public AllureIdentity() {}

    @Override
    public void beforeTestWrite(TestResult test) {
        if (isLoadTest(test)) {
            excludeVolatile(test.getParameters());
            test.setHistoryId(UUID.nameUUIDFromBytes(identity(test).getBytes(UTF_8))
                    .toString()
                    .replace("-", ""));
        }
    }

    static boolean isLoadTest(TestResult test) {
        return test.getLabels().stream().anyMatch(label -> VERDICT.equals(label.getName()));
    }

    /** What comes behind ours was injected into the body, such as the result, and has another text in every run. */
    private static void excludeVolatile(List<Parameter> parameters) {
        boolean isOfBody = false;
        for (Parameter parameter : parameters) {
            if (isOfBody || UNIQUE_ID.equals(parameter.getName())) {
                parameter.setExcluded(true).setMode(Parameter.Mode.HIDDEN);
            }
            isOfBody |= RUN_ID.equals(parameter.getName());
        }
    }

    private static String identity(TestResult test) {
        String method = test.getTestCaseId() == null ? test.getFullName() : test.getTestCaseId();
        return test.getParameters().stream()
                .filter(parameter -> !Boolean.TRUE.equals(parameter.getExcluded()))
                .map(parameter -> parameter.getName() + "=" + parameter.getValue())
                .sorted()
                .collect(Collectors.joining("\n", method + "\n", ""));
    }
}
