package io.github.llmperf.publish;

import io.github.llmperf.report.text.LogLine;
import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The one place that prints: whole lines to standard output, where build tools expect them. */
@API(status = Status.INTERNAL, since = "0.1")
@FunctionalInterface
public interface Console {

    /**
     * Prints to standard output as it is at that moment, since build tools replace it. No line can be taken for a command to
     * the system that runs the build, whatever a server said in it.
     */
    Console STANDARD = lines ->
            System.out.println(lines.stream().map(LogLine::of).collect(Collectors.joining(System.lineSeparator())));

    /** Prints to the same place what the system that runs the build is to obey. */
    Console COMMANDS = lines -> System.out.println(String.join(System.lineSeparator(), lines));

    /**
     * Prints lines together, so that those of other threads do not come between them.
     *
     * @param lines without line breaks
     */
    void print(List<String> lines);
}
