package io.github.llmperf.build;

import io.github.llmperf.build.page.Summary;
import io.github.llmperf.publish.FoundServices;
import io.github.llmperf.report.text.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Brings a build to all places that the class path knows. */
final class BuildPublishers {

    private BuildPublishers() {}

    /** Publishes a build; returns a sentence for each place that could not be reached. */
    static List<String> publishAll(Summary summary) {
        FoundServices<BuildPublisher> found =
                FoundServices.of(BuildPublisher.class, BuildPublishers.class.getClassLoader());
        List<String> problems = new ArrayList<>(found.problems());
        found.usable().forEach(publisher -> publish(publisher, summary, problems));
        return problems;
    }

    private static void publish(BuildPublisher publisher, Summary summary, List<String> problems) {
        try {
            publisher.publish(summary);
        } catch (IOException | RuntimeException | LinkageError e) {
            problems.add(publisher.getClass().getSimpleName() + " failed to publish the build as a whole: "
                    + VisibleText.text(e.toString()));
        }
    }
}
