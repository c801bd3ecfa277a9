package io.github.llmperf.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the JDK 25 that Jlama needs: the property {@code llmperf-engines.jdk25}, the environment variable
 * {@code JAVA25_HOME}, the Java that runs, then a directory beside it with 25 in its name.
 */
final class NewerJdk {

    /** Directory of a JDK 25. */
    static final String PROPERTY = "llmperf-engines.jdk25";

    /** Directory of a JDK 25. */
    static final String VARIABLE = "JAVA25_HOME";

    /** Why there is nothing to test with, and the way out. */
    static final String NONE = "Jlama needs JDK 25, and there is none: name its directory in -D" + PROPERTY
            + "=… or in the environment variable " + VARIABLE;

    private static final int FEATURE = 25;

    private NewerJdk() {}

    /** The {@code java} command of the machine's JDK 25, if it has one. */
    static Optional<Path> java() throws IOException {
        return java(
                System::getProperty,
                System::getenv,
                Runtime.version().feature(),
                Path.of(System.getProperty("java.home")));
    }

    /**
     * Finds the {@code java} command.
     *
     * @throws IllegalArgumentException if the property or the variable names a directory without one
     */
    static Optional<Path> java(
            UnaryOperator<@Nullable String> properties,
            UnaryOperator<@Nullable String> environment,
            int running,
            Path runningHome)
            throws IOException {
        @Nullable String property = properties.apply(PROPERTY);
        if (property != null) {
            return Optional.of(named(PROPERTY, property));
        }
        @Nullable String variable = environment.apply(VARIABLE);
        if (variable != null) {
            return Optional.of(named(VARIABLE, variable));
        }
        if (running >= FEATURE) {
            return Optional.of(command(runningHome));
        }
        return beside(runningHome);
    }

    private static Path named(String setting, String directory) {
        Path java = command(Path.of(directory));
        if (!Files.isExecutable(java)) {
            throw new IllegalArgumentException(setting + " must be the directory of a JDK 25, but is \"" + directory
                    + "\", which has no bin/java");
        }
        return java;
    }

    private static Optional<Path> beside(Path home) throws IOException {
        @Nullable Path directory = home.toAbsolutePath().getParent();
        if (directory == null) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(jdk -> jdk.getFileName().toString().contains(Integer.toString(FEATURE)))
                    .map(NewerJdk::command)
                    .filter(Files::isExecutable)
                    .sorted()
                    .findFirst();
        }
    }

    private static Path command(Path home) {
        return home.resolve("bin").resolve("java");
    }
}
