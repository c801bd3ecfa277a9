package io.github.llmperf.allure;

import io.github.llmperf.build.page.Summary;
import io.github.llmperf.publish.Publisher;
import io.github.llmperf.report.text.Visible;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Finds out whether Allure is used. Refers to nothing of Allure's, so that it loads where Allure is absent. */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllurePublisher {

    private static final String ALLURE = "io.qameta.allure.Allure";
    private static final String ALLURE_LISTENER = "io.qameta.allure.junitplatform.AllureJunitPlatform";

    private AllurePublisher() {}

    /**
     * Returns the publisher for the test that runs on the calling thread. It must be called on that thread: Allure knows
     * no test on any other.
     *
     * @return the publisher, or empty when Allure is not on the class path
     */
    public static Optional<Publisher> ifPresent() {
        ClassLoader loader = AllurePublisher.class.getClassLoader();
        return find(loader, ALLURE).map(allure -> AllureTest.ofCurrentThread(attachesPublishedFiles(loader)));
    }

    /** Tells Allure of the whole build, where Allure is used; adds a sentence on what went wrong. */
    public static void publishRun(Summary summary, List<String> problems) {
        if (find(AllurePublisher.class.getClassLoader(), ALLURE).isEmpty()) {
            return;
        }
        try {
            new AllureRun(AllureRunFiles.directory()).write(summary);
        } catch (IOException | RuntimeException | LinkageError e) {
            problems.add("Allure is not told of the build as a whole: " + Visible.text(e.toString()));
        }
    }

    /** From its third version on, Allure attaches by itself what a test publishes through JUnit. */
    private static boolean attachesPublishedFiles(ClassLoader loader) {
        return find(loader, ALLURE_LISTENER)
                .filter(AllurePublisher::listensToFiles)
                .isPresent();
    }

    private static boolean listensToFiles(Class<?> listener) {
        for (var method : listener.getDeclaredMethods()) {
            if (method.getName().equals("fileEntryPublished")) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Class<?>> find(ClassLoader loader, String name) {
        try {
            return Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }
}
