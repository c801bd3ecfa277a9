package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.llmperf.report.json.ResultSchema;
import io.github.llmperf.settings.ConfigurationKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/**
 * Runs a test case with the extension and speaks of what came out. Each run has an output of its own and so is a build of
 * its own, although all share a process; {@link #again} makes it a re-run. The load generator is said to have kept up
 * ({@link QuietMachine}), since these tests are not about that. What this machine does to the load itself remains: where
 * requests were sent late, the run is tried again, up to three times. One that was interrupted is not.
 */
record LoadTestKit(EngineExecutionResults results, Path output) {

    private static final int TRIES = 3;

    static LoadTestKit run(Path directory, Class<?> testCase, Map<String, String> parameters) {
        return run(directory, testCase, parameters, () -> {});
    }

    /** Prepares each try, where what one try uses up the next one needs. */
    static LoadTestKit run(Path directory, Class<?> testCase, Map<String, String> parameters, Runnable prepare) {
        prepare.run();
        LoadTestKit run = runOnce(directory, testCase, withoutRetries(parameters));
        for (int i = 1; i < TRIES && run.wasTooBusy(); i++) {
            System.out.println("the machine was too busy to measure " + testCase.getSimpleName() + ", try " + (i + 1)
                    + " of " + TRIES + " follows; what the last one measured: " + run.output);
            prepare.run();
            run = runOnce(directory, testCase, withoutRetries(parameters));
        }
        return run;
    }

    /** What a test case uses up is there for one try only. */
    private static Map<String, String> withoutRetries(Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.putIfAbsent(ConfigurationKeys.RETRIES, "0");
        return all;
    }

    /** Runs it whatever the machine is like: who says how busy it is wants no other try than those of the extension. */
    static LoadTestKit runOnce(Path directory, Class<?> testCase, Map<String, String> parameters) {
        return runInto(freshOutput(directory), directory, testCase, parameters);
    }

    private static Path freshOutput(Path directory) {
        Path output = directory.resolve("results");
        for (int i = 2; hasResults(output); i++) {
            output = directory.resolve("results-" + i);
        }
        return output;
    }

    private static boolean hasResults(Path output) {
        if (!Files.isDirectory(output)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(file -> file.endsWith("result.json"))
                    .anyMatch(file -> read(file).contains("\"process\""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a test case again in the same build, as build tools do with tests that failed. */
    LoadTestKit again(Class<?> testCase, Map<String, String> parameters) {
        return runInto(output, output.getParent(), testCase, withoutRetries(parameters));
    }

    private static LoadTestKit runInto(Path output, Path directory, Class<?> testCase, Map<String, String> parameters) {
        EngineTestKit.Builder builder = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(testCase))
                .outputDirectoryProvider(new OutputBelow(output.resolveSibling(output.getFileName() + "-published")))
                .configurationParameter("llmperf.output", output.toString())
                .configurationParameter("llmperf.rehearsal", "off")
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .configurationParameter("junit.jupiter.extensions.autodetection.include", QuietMachine.class.getName())
                .configurationParameter(
                        "llmperf.baseline.dir", directory.resolve("baselines").toString());
        parameters.forEach(builder::configurationParameter);
        LoadTestKit run = new LoadTestKit(builder.execute(), output);
        run.requireValidResults();
        return run;
    }

    /** Whatever a test is about, what it leaves for programs is as their schema says. */
    private void requireValidResults() {
        if (!Files.isDirectory(output)) {
            return;
        }
        try (Stream<Path> files = Files.walk(output)) {
            files.filter(file -> file.endsWith("result.json")).forEach(ResultSchema::requireValid);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean wasTooBusy() {
        boolean allPassed = results.testEvents().stream()
                .flatMap(event -> event.getPayload(TestExecutionResult.class).stream())
                .allMatch(result -> result.getStatus() == Status.SUCCESSFUL);
        if (allPassed || !Files.isDirectory(output)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(file -> file.endsWith("result.json")).anyMatch(TooBusy::says);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The single finished test. */
    TestExecutionResult only() {
        List<TestExecutionResult> finished = results.testEvents().finished().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .toList();
        assertThat(finished).as("finished tests").hasSize(1);
        return finished.get(0);
    }

    LoadTestKit passes() {
        TestExecutionResult result = only();
        assertThat(result.getStatus())
                .as(() -> result.getThrowable().map(Throwable::toString).orElse("no throwable"))
                .isEqualTo(Status.SUCCESSFUL);
        return this;
    }

    Throwable fails() {
        TestExecutionResult result = only();
        assertThat(result.getStatus()).as(result.toString()).isEqualTo(Status.FAILED);
        return result.getThrowable().orElseThrow();
    }

    Throwable aborts() {
        TestExecutionResult result = only();
        assertThat(result.getStatus()).as(result.toString()).isEqualTo(Status.ABORTED);
        return result.getThrowable().orElseThrow();
    }

    /** The failure of the method as a whole, before any cell ran. */
    Throwable refuses() {
        return results.allEvents().finished().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .flatMap(result -> result.getThrowable().stream())
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing failed"));
    }

    String skipReason() {
        return results.allEvents().skipped().stream()
                .map(event -> event.getRequiredPayload(String.class))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing was skipped"));
    }

    List<String> displayNames() {
        return results.testEvents().started().stream()
                .map(Event::getTestDescriptor)
                .map(descriptor -> descriptor.getDisplayName())
                .toList();
    }

    /** All text of a file of results, found by the end of its path. */
    String written(String ending) {
        return find(ending)
                .map(LoadTestKit::read)
                .orElseThrow(() -> new AssertionError("no " + ending + " below " + output));
    }

    long count(String ending) {
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(file -> file.toString().endsWith(ending)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<Path> find(String ending) {
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(file -> file.toString().endsWith(ending)).findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
