package io.github.llmperf.allure;

import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.publish.Publisher;
import java.io.IOException;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Adds a run to the test that Allure sees, where Allure is used. */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllurePublisher implements Publisher {

    @Override
    public void publish(JudgedRun run) throws IOException {
        if (AllurePresence.isUsed()) {
            // Refers to Allure's classes, which need not be there.
            AllureTest.ofCurrentThread(AllurePresence.attachesPublishedFiles()).publish(run);
        }
    }
}
