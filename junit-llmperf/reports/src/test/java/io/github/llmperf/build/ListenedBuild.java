package io.github.llmperf.build;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.llmperf.build.forge.GitHubAnnotations;
import io.github.llmperf.build.forge.GitHubStepSummary;
import io.github.llmperf.clock.NanoClock;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A build on GitHub that runs test classes with the listener that ends it, and keeps what that says.
 *
 * @param directory of the sources
 * @param step the job's summary; empty where there is none
 * @param printed takes what the last class made it print
 * @param commands takes what it told GitHub, of all classes
 */
record ListenedBuild(Path directory, Optional<Path> step, List<String> printed, List<String> commands) {

    void run(Class<?> testCase, Map<String, String> parameters, TestExecutionListener... others) {
        printed.clear();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(testCase))
                .configurationParameter("llmperf.rehearsal", "off")
                .configurationParameters(parameters)
                .build();
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .build();
        LauncherFactory.create(config)
                .execute(
                        request,
                        Stream.concat(Stream.of(listener()), Arrays.stream(others))
                                .toArray(TestExecutionListener[]::new));
    }

    private LlmPerfExecutionListener listener() {
        return new LlmPerfExecutionListener(
                printed::addAll,
                new GitHubStepSummary(() -> step, NanoClock.SYSTEM),
                new GitHubAnnotations(
                        Map.of("GITHUB_ACTIONS", "true", "GITHUB_WORKSPACE", directory.toString()),
                        commands::addAll,
                        NanoClock.SYSTEM,
                        directory),
                NanoClock.SYSTEM);
    }
}
