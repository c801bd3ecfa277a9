package io.github.llmperf.baseline;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Programs as they are on this machine, run in a directory; tests that need one that is missing are skipped. */
record Git(Path directory) {

    /** What a program came to. */
    record Ended(int status, String output) {}

    static Git init(Path directory) throws IOException, InterruptedException {
        Git git = new Git(directory);
        assumeTrue(isThere("git"), "git is not installed");
        git.run("init", "--quiet", "--initial-branch=main");
        git.identify();
        return git;
    }

    void identify() throws IOException, InterruptedException {
        run("config", "user.name", "A Reviewer");
        run("config", "user.email", "reviewer@example.com");
    }

    static boolean isThere(String program) throws InterruptedException {
        try {
            return start(Path.of("."), List.of(program, "--version")).status() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    String run(String... arguments) throws IOException, InterruptedException {
        Ended ended = attempt(arguments);
        if (ended.status() != 0) {
            throw new IOException("git " + String.join(" ", arguments) + ": " + ended.output());
        }
        return ended.output();
    }

    Ended attempt(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(Arrays.asList(arguments));
        return start(directory, command);
    }

    void commitAll(String title) throws IOException, InterruptedException {
        run("add", "--all");
        run("commit", "--quiet", "--message", title);
    }

    /** Runs a program to its end. Nothing of this machine's settings of git reaches it. */
    static Ended start(Path directory, List<String> command, String... environment)
            throws IOException, InterruptedException {
        Process process = process(directory, command, environment).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    static ProcessBuilder process(Path directory, List<String> command, String... environment) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_") || name.startsWith("LLMPERF_"));
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        for (int i = 0; i < environment.length; i += 2) {
            builder.environment().put(environment[i], environment[i + 1]);
        }
        return builder;
    }
}
