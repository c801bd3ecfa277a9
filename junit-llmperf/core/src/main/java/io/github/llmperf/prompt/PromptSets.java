package io.github.llmperf.prompt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Finds prompt sets by name or file.
 *
 * <p>Looked up in this order: {@code llmperf/prompts/<name>.{txt,md,jsonl,json,csv}} on the class path (the ending may be
 * part of the name), a file, a built-in set. So a set of one's own replaces a built-in one of the same name. Before all of
 * them comes what is made rather than found: {@code document-qa(file)}, {@code shared-prefix(…)}
 * and {@code continuation(…)}.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class PromptSets {

    /** Larger files are read while the load runs, prompt by prompt. */
    private static final long LARGEST_HELD = 64L << 20;

    private static final Set<String> CONTINUATION_ARGUMENTS =
            Collections.unmodifiableSet(new LinkedHashSet<>(List.of("file", "chars")));

    private PromptSets() {}

    /**
     * Loads a prompt set.
     *
     * @param nameOrFile name of a set, or path of a file that ends in .txt, .md, .jsonl, .json or .csv
     * @param loader class loader of the tests
     * @param workingDirectory what a relative path is relative to
     * @return the set
     * @throws IllegalArgumentException if there is no such set (the message lists those that exist), or its file cannot
     *     be read, has a malformed entry or holds no prompt (the message names file and line or index)
     */
    public static PromptSet load(String nameOrFile, ClassLoader loader, Path workingDirectory) {
        return load(nameOrFile, loader, workingDirectory, LARGEST_HELD);
    }

    /** The same with another size up to which files are held in memory, in bytes. */
    static PromptSet load(String nameOrFile, ClassLoader loader, Path workingDirectory, long largestHeld) {
        if (nameOrFile.isBlank()) {
            throw new IllegalArgumentException("prompt must name a prompt set or a file, but is blank; "
                    + "built in are " + String.join(", ", BuiltInPrompts.names()));
        }
        Optional<GeneratorCall> call = GeneratorCall.of(nameOrFile);
        if (call.isPresent()) {
            return generated(call.get(), loader, workingDirectory);
        }
        Optional<PromptSet> found = onClassPath(nameOrFile, new ClassPathPrompts(loader), largestHeld);
        if (found.isEmpty()) {
            found = inFile(nameOrFile, workingDirectory, largestHeld);
        }
        if (found.isEmpty()) {
            found = BuiltInPrompts.find(nameOrFile);
        }
        return found.orElseThrow(() -> unknown(nameOrFile, loader, workingDirectory));
    }

    private static PromptSet generated(GeneratorCall call, ClassLoader loader, Path workingDirectory) {
        GeneratedPrompts prompts =
                switch (call.generator()) {
                    case GeneratorCall.PREFIX -> new SharedPrefixes(PrefixArguments.of(call));
                    case GeneratorCall.CONTINUATION -> continuations(call, loader, workingDirectory);
                    default ->
                        new DocumentQuestions(new DocumentFile(call, call.inside(), loader, workingDirectory).text());
                };
        return PromptSet.of(call.written(), prompts);
    }

    private static Continuations continuations(GeneratorCall call, ClassLoader loader, Path workingDirectory) {
        Map<String, String> arguments = call.arguments(CONTINUATION_ARGUMENTS);
        OptionalInt chars = arguments.containsKey("chars") ? chars(call, arguments) : OptionalInt.empty();
        String file = arguments.get("file");
        String text = file == null
                ? String.join(" ", BuiltInPrompts.sentences("rag-en"))
                : new DocumentFile(call, file, loader, workingDirectory).text();
        return new Continuations(text, chars);
    }

    private static OptionalInt chars(GeneratorCall call, Map<String, String> arguments) {
        return OptionalInt.of(call.number(arguments, "chars", 500, 1, 1_000_000));
    }

    private static Optional<PromptSet> onClassPath(String name, ClassPathPrompts classPath, long largestHeld) {
        Optional<String> resource = classPath.find(name);
        if (resource.isEmpty()) {
            return Optional.empty();
        }
        PromptFormat format = PromptFormat.of(resource.get()).orElseThrow();
        Optional<Path> path = classPath.path(resource.get());
        if (path.isPresent() && size(path.get(), name) > largestHeld) {
            LargeFile large = LargeFile.of(path.get(), "prompt file '" + resource.get() + "'");
            return Optional.of(LargeFileReading.of(large, format).toSet(name));
        }
        PromptFile file = classPath.read(resource.get());
        return Optional.of(format.read(file).toSet(name, file));
    }

    private static Optional<PromptSet> inFile(String nameOrFile, Path workingDirectory, long largestHeld) {
        Path path = resolve(workingDirectory, nameOrFile);
        if (path == null || !Files.isRegularFile(path)) {
            return Optional.empty();
        }
        String source = "prompt file '" + nameOrFile + "'";
        if (Gzip.isPacked(nameOrFile)) {
            PromptFile file = PromptFile.decode(source, Gzip.unpack(path, source, largestHeld));
            return Optional.of(
                    format(Gzip.unpacked(nameOrFile), nameOrFile).read(file).toSet(nameOrFile, file));
        }
        if (PromptFormat.of(nameOrFile).isEmpty() && BuiltInPrompts.names().contains(nameOrFile)) {
            return Optional.empty();
        }
        PromptFormat format = format(nameOrFile, nameOrFile);
        if (size(path, nameOrFile) > largestHeld) {
            return Optional.of(
                    LargeFileReading.of(LargeFile.of(path, source), format).toSet(nameOrFile));
        }
        PromptFile file = PromptFile.decode(source, bytes(path, nameOrFile));
        return Optional.of(format.read(file).toSet(nameOrFile, file));
    }

    private static PromptFormat format(String fileName, String shown) {
        return PromptFormat.of(fileName)
                .orElseThrow(() -> new IllegalArgumentException("prompt file must end in one of "
                        + PromptFormat.endings() + ", but is '" + shown + "'; rename it by what it holds"));
    }

    private static long size(Path path, String shown) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "prompt file must be readable, but '" + shown + "' is not (" + e + "); check its permissions", e);
        }
    }

    static byte[] bytes(Path path, String shown) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "prompt file must be readable, but '" + shown + "' is not (" + e + "); check its permissions", e);
        }
    }

    static @Nullable Path resolve(Path workingDirectory, String nameOrFile) {
        try {
            return workingDirectory.resolve(nameOrFile);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static IllegalArgumentException unknown(String name, ClassLoader loader, Path workingDirectory) {
        TreeSet<String> own = new ClassPathPrompts(loader).names();
        return new IllegalArgumentException("prompt must name a prompt set or a file that exists, but is '" + name
                + "'; built in are " + String.join(", ", BuiltInPrompts.names()) + "; on the class path under "
                + ClassPathPrompts.FOLDER + (own.isEmpty() ? " is none" : " are " + String.join(", ", own))
                + "; put your own texts into src/test/resources/" + ClassPathPrompts.FOLDER + "/"
                + (PromptFormat.of(name).isPresent() ? name : name + PromptFormat.TXT.ending()) + " (read are "
                + PromptFormat.endings() + ") or give the path of a file, relative to "
                + workingDirectory.toAbsolutePath().normalize()
                + "; or have them made by document-qa(file), continuation(chars=500) or"
                + " shared-prefix(prefixes=8, questions=32)");
    }
}
