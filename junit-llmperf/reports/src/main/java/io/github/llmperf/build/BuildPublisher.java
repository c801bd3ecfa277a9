package io.github.llmperf.build;

import io.github.llmperf.build.page.Summary;
import java.io.IOException;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Brings what a whole build came to somewhere else. Found by {@link java.util.ServiceLoader}. */
@API(status = Status.INTERNAL, since = "0.1")
@FunctionalInterface
public interface BuildPublisher {

    /** Publishes a build, while other processes that publish theirs wait. */
    void publish(Summary summary) throws IOException;
}
