package io.github.llmperf.publish;

import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The one place that prints: whole lines to standard output, where build tools expect them. */
@API(status = Status.INTERNAL, since = "0.1")
@FunctionalInterface
public interface Console {

    /** Prints to standard output as it is at that moment, since build tools replace it. */
    Console STANDARD = lines -> System.out.println(String.join(System.lineSeparator(), lines));

    /**
     * Prints lines together, so that those of other threads do not come between them.
     *
     * @param lines without line breaks
     */
    void print(List<String> lines);
}
