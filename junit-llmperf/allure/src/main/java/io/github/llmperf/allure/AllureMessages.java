package io.github.llmperf.allure;

import io.qameta.allure.listener.TestLifecycleListener;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.TestResult;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Takes from messages of load tests what a page could take for HTML: they quote what a server said, and Allure 2 puts them
 * into its pages as they are. Found by Allure by itself.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllureMessages implements TestLifecycleListener {

    /** No tag begins otherwise, see HTML's tag open state. */
    private static final Pattern BEGIN_OF_TAG = Pattern.compile("<(?=[A-Za-z/!?])");

    /** Made by Allure. */
    public AllureMessages() {}

    @Override
    public void beforeTestWrite(TestResult test) {
        StatusDetails details = test.getStatusDetails();
        if (details != null && AllureIdentity.isLoadTest(test)) {
            details.setMessage(asText(details.getMessage())).setTrace(asText(details.getTrace()));
        }
    }

    /** Readable as it was in every view, and a tag in none. */
    private static @Nullable String asText(@Nullable String text) {
        return text == null ? null : BEGIN_OF_TAG.matcher(text).replaceAll("< ");
    }
}
