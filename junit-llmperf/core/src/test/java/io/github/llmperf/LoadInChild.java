package io.github.llmperf;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a test class in a virtual machine of its own, which a test can end as a build is ended. */
public final class LoadInChild {

    private LoadInChild() {}

    /** The child's main: runs the class named, with configuration from system properties. */
    public static void main(String[] args) throws ClassNotFoundException {
        Launcher launcher = LauncherFactory.create();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Class.forName(args[0])))
                .build();
        launcher.execute(request);
    }

    /** Starts a child whose output goes to a file. */
    static Process start(Class<?> testCase, Path directory, String url) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add("-Dllmperf.target.url=" + url);
        command.add("-Dllmperf.output=" + directory.resolve("results"));
        command.add("-Dllmperf.baseline.dir=" + directory.resolve("baselines"));
        command.add("-Dllmperf.probe=false");
        // The machine's lock lies there: other load tests must not hold this one up.
        command.add("-Djava.io.tmpdir=" + directory);
        command.add(LoadInChild.class.getName());
        command.add(testCase.getName());
        File output = directory.resolve("output.txt").toFile();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
    }
}
