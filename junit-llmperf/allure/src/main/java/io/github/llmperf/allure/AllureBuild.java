package io.github.llmperf.allure;

import io.github.llmperf.build.BuildPublisher;
import io.github.llmperf.build.page.Summary;
import java.io.IOException;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Adds the summary of a build to Allure's results, where Allure is used. */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllureBuild implements BuildPublisher {

    @Override
    public void publish(Summary summary) throws IOException {
        if (AllurePresence.isUsed()) {
            new AllureRun(AllureRunFiles.directory()).write(summary);
        }
    }
}
