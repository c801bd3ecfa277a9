package io.github.llmperf.bench.endtoend;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the build of a user: one annotated test in a launcher.
 *
 * @param directory of stored runs and results
 * @param name of this build's results, so that no build is taken for a rerun of another
 */
record OneBuild(Path directory, String name) {

    /** What is run: short, since it is run more than a thousand times. */
    @LlmTarget(from = HiddenServer.class)
    static class GuardedLoad {
        @LlmLoad(users = 10, requests = 100, maxNewTokens = 8, prompt = "chat")
        void isAsQuickAsBefore() {}
    }

    /**
     * What came of it.
     *
     * @param status of the test
     * @param verdict as the result says it; {@code NONE} where there is no result
     */
    record Outcome(TestExecutionResult.Status status, String verdict) {}

    Outcome run(double[] factors, Map<String, String> parameters) throws IOException {
        Path results = directory.resolve(name);
        Files.createDirectories(results);
        Path file = results.resolve("factors");
        Files.write(file, DoubleStream.of(factors).mapToObj(Double::toString).toList());
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(GuardedLoad.class))
                .configurationParameter(HiddenServer.FACTORS, file.toString())
                .configurationParameter("llmperf.output", results.toString())
                .configurationParameter(
                        "llmperf.baseline.dir", directory.resolve("baselines").toString())
                .configurationParameters(parameters)
                .build();
        List<TestExecutionResult> finished = new ArrayList<>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    finished.add(result);
                }
            }
        });
        if (finished.size() != 1) {
            throw new IllegalStateException("one test must have run, but " + finished.size() + " did");
        }
        return new Outcome(finished.get(0).getStatus(), verdict(results));
    }

    private static String verdict(Path results) throws IOException {
        try (Stream<Path> files = Files.walk(results)) {
            List<Path> found =
                    files.filter(file -> file.endsWith("result.json")).toList();
            return found.isEmpty()
                    ? "NONE"
                    : new ObjectMapper()
                            .readTree(found.get(0).toFile())
                            .path("verdict")
                            .asText();
        }
    }
}
