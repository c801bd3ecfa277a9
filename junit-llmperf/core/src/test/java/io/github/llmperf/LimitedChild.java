package io.github.llmperf;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a test class in a virtual machine of its own that is given little: files, memory. */
public final class LimitedChild {

    private LimitedChild() {}

    /** The child's main: runs the class named and prints how each test ended. */
    public static void main(String[] args) throws Exception {
        readClasses();
        TestExecutionListener teller = new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    System.out.println("ENDED " + test.getDisplayName() + " " + result.getStatus() + " "
                            + result.getThrowable().map(Throwable::toString).orElse(""));
                }
            }
        };
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(Class.forName(args[0])))
                                .build(),
                        teller);
        System.exit(0); // a connection that is held keeps no child alive
    }

    /** Users have this project in a jar, which is open. A directory of classes takes a file for each. */
    private static void readClasses() throws Exception {
        Path classes = Path.of(LlmLoad.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (!Files.isDirectory(classes)) {
            return;
        }
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".class"))
                    .filter(path -> !path.endsWith("package-info.class"))
                    .toList()) {
                String name = classes.relativize(file).toString().replace(File.separatorChar, '.');
                Class.forName(
                        name.substring(0, name.length() - ".class".length()),
                        false,
                        LimitedChild.class.getClassLoader());
            }
        }
    }

    /**
     * Runs a class in a child.
     *
     * @param shell what the shell does before, such as {@code ulimit -n 64}
     * @param option of the virtual machine
     * @return all that it has printed
     */
    static String run(Class<?> testCase, Path directory, String url, String shell, String option)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", shell + " && exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                option,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-Dllmperf.target.url=" + url,
                "-Dllmperf.output=" + directory.resolve("results"),
                "-Dllmperf.baseline=off",
                "-Dllmperf.probe=false",
                "-Djava.io.tmpdir=" + directory,
                LimitedChild.class.getName(),
                testCase.getName()));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        child.waitFor();
        return said;
    }
}
