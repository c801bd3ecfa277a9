package io.github.llmperf.build.forge;

import io.github.llmperf.plan.Scenario;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds where a load test stands in the sources: the class that declares the method, which may be a superclass, in whichever
 * module of the checkout that class was compiled. Nothing is read outside the checkout.
 */
final class SourceFinder {

    /** From {@code target/test-classes}, or {@code build/classes/kotlin/test}, up to the module. */
    private static final int MOST_LEVELS = 5;

    private final Path checkout;
    private final Path workingDirectory;

    /**
     * A place in the sources.
     *
     * @param path of the file from the root of the checkout, with slashes
     * @param line of the method, from 1; empty where it was not found in the file
     */
    record Place(String path, OptionalInt line) {}

    /** The class that declares a method. */
    private record Declared(String className, String method, int parameters, Optional<Path> classes) {}

    SourceFinder(Path checkout, Path workingDirectory) {
        this.checkout = real(checkout);
        this.workingDirectory = real(workingDirectory);
    }

    /** Returns where a test stands; empty where its source is not part of the checkout. */
    Optional<Place> find(Scenario scenario) {
        Declared declared = declared(scenario);
        String outer = declared.className.replaceFirst("\\$.*", "");
        for (Path module : modules(declared)) {
            for (Path root : roots(module)) {
                Optional<Path> file = file(root, outer);
                if (file.isPresent()) {
                    return Optional.of(place(file.get(), declared));
                }
            }
        }
        return Optional.empty();
    }

    private static Declared declared(Scenario scenario) {
        String name = scenario.methodName().replaceFirst("\\(.*", "");
        try {
            Class<?> test = Class.forName(
                    scenario.className(), false, Thread.currentThread().getContextClassLoader());
            Method method = method(test, name, scenario.methodName());
            if (method != null) {
                Class<?> declaring = method.getDeclaringClass();
                return new Declared(declaring.getName(), name, method.getParameterCount(), classes(declaring));
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // Another module's test: its name tells enough.
        }
        return new Declared(scenario.className(), name, -1, Optional.empty());
    }

    /** Of overloads the one with the types that the name tells. */
    private static @Nullable Method method(@Nullable Class<?> type, String name, String withTypes) {
        if (type == null) {
            return null;
        }
        for (Method method : type.getDeclaredMethods()) {
            String types = Arrays.stream(method.getParameterTypes())
                    .map(Class::getTypeName)
                    .collect(Collectors.joining(",", "(", ")"));
            if (method.getName().equals(name)
                    && !method.isSynthetic()
                    && (withTypes.equals(name) || withTypes.equals(name + types))) {
                return method;
            }
        }
        @Nullable Method inherited = method(type.getSuperclass(), name, withTypes);
        for (Class<?> parent : type.getInterfaces()) {
            inherited = inherited == null ? method(parent, name, withTypes) : inherited;
        }
        return inherited;
    }

    private static Optional<Path> classes(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return source == null || source.getLocation() == null
                    ? Optional.empty()
                    : Optional.of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Directories that may be the module, the likeliest first. */
    private Set<Path> modules(Declared declared) {
        Set<Path> modules = new LinkedHashSet<>();
        Path above = declared.classes.map(SourceFinder::real).orElse(null);
        for (int level = 0; above != null && level < MOST_LEVELS; level++) {
            above = above.getParent();
            if (above != null) {
                modules.add(above);
            }
        }
        modules.add(workingDirectory);
        modules.removeIf(module -> !module.startsWith(checkout));
        return modules;
    }

    /** {@code src/test/java} first, then whatever else holds sources. */
    private static List<Path> roots(Path module) {
        List<Path> roots = new ArrayList<>();
        Path sources = module.resolve("src");
        List<Path> sets = new ArrayList<>(List.of(sources.resolve("test")));
        sets.addAll(list(sources));
        for (Path set : sets) {
            for (String language : List.of("java", "kotlin")) {
                if (Files.isDirectory(set.resolve(language))) {
                    roots.add(set.resolve(language));
                }
            }
        }
        return roots;
    }

    /** A file of the class's name, or one of the package that has the class in it. */
    private static Optional<Path> file(Path root, String className) {
        int dot = className.lastIndexOf('.');
        Path directory = root.resolve(className.substring(0, Math.max(0, dot)).replace('.', '/'));
        String simple = className.substring(dot + 1);
        List<Path> files = list(directory).stream()
                .filter(file ->
                        file.toString().endsWith(".java") || file.toString().endsWith(".kt"))
                .toList();
        return files.stream()
                .filter(file -> file.endsWith(simple + ".java") || file.endsWith(simple + ".kt"))
                .findFirst()
                .or(() -> files.stream()
                        .filter(file ->
                                read(file).map(source -> source.holds(simple)).orElse(false))
                        .findFirst());
    }

    private Place place(Path file, Declared declared) {
        List<String> nesting = Arrays.asList(declared.className
                .substring(declared.className.lastIndexOf('.') + 1)
                .split("\\$"));
        OptionalInt line = read(file)
                .map(source -> source.lineOf(declared.method, declared.parameters, nesting))
                .orElse(OptionalInt.empty());
        return new Place(checkout.relativize(real(file)).toString().replace('\\', '/'), line);
    }

    private static Optional<SourceText> read(Path file) {
        try {
            return Optional.of(SourceText.of(
                    Files.readString(file, StandardCharsets.UTF_8),
                    file.toString().endsWith(".kt")));
        } catch (IOException e) {
            return Optional.empty(); // in another encoding, or gone: the file alone tells enough
        }
    }

    private static List<Path> list(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }
}
