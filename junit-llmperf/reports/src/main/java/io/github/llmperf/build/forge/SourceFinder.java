package io.github.llmperf.build.forge;

import io.github.llmperf.plan.Scenario;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds where a load test stands in the sources: the class that declares the method, which may be a superclass, in whichever
 * module of the checkout that class was compiled. Nothing is read outside the checkout.
 */
record SourceFinder(Path checkout, Path workingDirectory) {

    /** From {@code target/test-classes}, or {@code build/classes/kotlin/test}, up to the module. */
    private static final int MOST_LEVELS = 5;

    /** A line that does not begin as a comment. */
    private static final String CODE = "^(?!\\s*(?:/[/*]|\\*)).*";

    /** A type, or Kotlin's {@code fun}: what stands before a method's name where it is declared and not called. */
    private static final String TYPE = "(?<![\\w$])(?!(?:new|return|throw|else)\\s)[\\w$?]+[\\[\\]>]*\\s+";

    SourceFinder(Path checkout, Path workingDirectory) {
        this.checkout = real(checkout);
        this.workingDirectory = real(workingDirectory);
    }

    /**
     * A place in the sources.
     *
     * @param path of the file from the root of the checkout, with slashes
     * @param line of the method, from 1; 1 where the method was not found in the file
     */
    record Place(String path, int line) {}

    /** Returns where a test stands; empty where its source is not part of the checkout. */
    Optional<Place> find(Scenario scenario) {
        String method = scenario.methodName().replaceFirst("\\(.*", "");
        Optional<Class<?>> declaring = declaring(scenario.className(), method);
        String[] classes =
                declaring.map(Class::getName).orElse(scenario.className()).split("\\$");
        String file = classes[0].replace('.', '/');
        return Stream.concat(declaring.stream().flatMap(SourceFinder::above), Stream.of(workingDirectory))
                .filter(module -> module.startsWith(checkout))
                .flatMap(SourceFinder::roots)
                .flatMap(root -> Stream.of(root.resolve(file + ".java"), root.resolve(file + ".kt")))
                .filter(Files::isRegularFile)
                .map(SourceFinder::real)
                .filter(source -> source.startsWith(checkout))
                .findFirst()
                .map(source -> new Place(
                        checkout.relativize(source).toString().replace('\\', '/'), line(source, classes, method)));
    }

    private static Optional<Class<?>> declaring(String className, String method) {
        try {
            Class<?> test =
                    Class.forName(className, false, Thread.currentThread().getContextClassLoader());
            return Stream.<Class<?>>iterate(test, Objects::nonNull, Class::getSuperclass)
                    .filter(type -> Arrays.stream(type.getDeclaredMethods())
                            .anyMatch(declared -> declared.getName().equals(method)))
                    .findFirst();
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty(); // another module's test: its name is enough
        }
    }

    /** Directories above the place of a class, one of which is its module. */
    private static Stream<Path> above(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return source == null || source.getLocation() == null
                    ? Stream.empty()
                    : Stream.iterate(real(Path.of(source.getLocation().toURI())), Objects::nonNull, Path::getParent)
                            .limit(MOST_LEVELS);
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return Stream.empty();
        }
    }

    /** Of all sets of sources, such as {@code src/test/java}. */
    private static Stream<Path> roots(Path module) {
        String[] sets = module.resolve("src").toFile().list();
        return Stream.of(sets == null ? new String[0] : sets).sorted().flatMap(set -> Stream.of("java", "kotlin")
                .map(module.resolve("src/" + set)::resolve));
    }

    /** The first line that looks like the method's declaration, from that of its class on. */
    private static int line(Path file, String[] classes, String method) {
        try {
            List<String> lines = Files.readAllLines(file);
            int begin = 0;
            for (String name : classes) {
                String simple = name.substring(name.lastIndexOf('.') + 1);
                begin = next(lines, begin, "\\b(?:class|interface|record|object)\\s+`?" + Pattern.quote(simple) + "\\b")
                        .orElse(begin);
            }
            return next(lines, begin, TYPE + "`?" + Pattern.quote(method) + "`?\\s*\\(")
                            .orElse(0)
                    + 1;
        } catch (IOException e) {
            return 1; // in another encoding, or gone: the file alone says enough
        }
    }

    private static OptionalInt next(List<String> lines, int begin, String declaration) {
        Pattern pattern = Pattern.compile(CODE + declaration);
        return IntStream.range(begin, lines.size())
                .filter(i -> pattern.matcher(lines.get(i)).find())
                .findFirst();
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }
}
