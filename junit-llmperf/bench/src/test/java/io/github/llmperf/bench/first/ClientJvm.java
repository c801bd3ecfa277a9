package io.github.llmperf.bench.first;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The JVM of a build: runs the load tests of a class through JUnit's launcher, as Surefire does. */
public final class ClientJvm {

    private ClientJvm() {}

    /**
     * Runs a class and notes in a file when its tests began and how they ended.
     *
     * @param args the file; the class; configuration parameters as {@code key=value}
     * @throws Exception if the class is not there, or the file cannot be written
     */
    public static void main(String[] args) throws Exception {
        LauncherDiscoveryRequestBuilder request =
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Class.forName(args[1])));
        for (String parameter : List.of(args).subList(2, args.length)) {
            int at = parameter.indexOf('=');
            request.configurationParameter(parameter.substring(0, at), parameter.substring(at + 1));
        }
        Notes notes = new Notes();
        LauncherFactory.create().execute(request.build(), notes);
        notes.lines.add("peakKb " + peakKb());
        Files.write(Path.of(args[0]), notes.lines);
    }

    private static final class Notes implements TestExecutionListener {

        private final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void executionStarted(TestIdentifier test) {
            // The method is the container of its invocations: it is begun before anything of the load is.
            if (test.isContainer() && test.getUniqueId().contains("test-template")) {
                lines.add("begun " + System.nanoTime());
            }
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
                String why = result.getThrowable().map(Throwable::toString).orElse("");
                lines.add("ended " + result.getStatus() + " "
                        + why.lines().findFirst().orElse(""));
            }
        }
    }

    private static long peakKb() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }
}
