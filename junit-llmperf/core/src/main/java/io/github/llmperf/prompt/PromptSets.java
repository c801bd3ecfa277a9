package io.github.llmperf.prompt;

import io.github.llmperf.file.TextFile;
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

    private static final Set<String> CONTINUATION_ARGUMENTS =
            Collections.unmodifiableSet(new LinkedHashSet<>(List.of("file", "chars")));

    private PromptSets() {}

    /**
     * Loads a prompt set.
     *
     * @param nameOrFile name of a set, or path of a file that ends in .txt, .md, .jsonl, .json or .csv
     * @param workingDirectory what a relative path is relative to
     * @throws IllegalArgumentException if there is no such set (the message lists those that exist), or its file cannot
     *     be read, has a malformed entry or holds no prompt (the message names file and line or index)
     */
    public static PromptSet load(String nameOrFile, ClassLoader loader, Path workingDirectory) {
        if (nameOrFile.isBlank()) {
            throw new IllegalArgumentException("prompt must name a prompt set or a file, but is blank; "
                    + "built in are " + String.join(", ", BuiltInPrompts.names()));
        }
        Optional<GeneratorCall> call = GeneratorCall.of(nameOrFile);
        if (call.isPresent()) {
            return generated(call.get(), loader, workingDirectory);
        }
        Optional<PromptSet> found = onClassPath(nameOrFile, new ClassPathPrompts(loader));
        if (found.isEmpty()) {
            found = inFile(nameOrFile, workingDirectory);
        }
        if (found.isEmpty()) {
            found = BuiltInPrompts.find(nameOrFile);
        }
        return found.orElseThrow(() -> unknown(nameOrFile, loader, workingDirectory));
    }

    private static PromptSet generated(GeneratorCall call, ClassLoader loader, Path workingDirectory) {
        PromptStore prompts =
                switch (call.generator()) {
                    case GeneratorCall.PREFIX -> new SharedPrefixes(PrefixArguments.of(call));
                    case GeneratorCall.CONTINUATION -> continuations(call, loader, workingDirectory);
                    default ->
                        new DocumentQuestions(new DocumentFile(call, call.inside(), loader, workingDirectory).text());
                };
        return new PromptSet(call.written(), prompts, 0);
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

    private static Optional<PromptSet> onClassPath(String name, ClassPathPrompts classPath) {
        return classPath.find(name).map(resource -> format(resource, name)
                .read(classPath.file(resource))
                .toSet(name));
    }

    private static Optional<PromptSet> inFile(String nameOrFile, Path workingDirectory) {
        Path path = resolve(workingDirectory, nameOrFile);
        if (path == null || !Files.isRegularFile(path)) {
            return Optional.empty();
        }
        String source = "prompt file '" + nameOrFile + "'";
        if (Gzip.isPacked(nameOrFile)) {
            return Optional.of(format(Gzip.unpacked(nameOrFile), nameOrFile)
                    .read(new TextFile(source, () -> Gzip.open(path)))
                    .toSet(nameOrFile));
        }
        if (PromptFormat.of(nameOrFile).isEmpty() && BuiltInPrompts.names().contains(nameOrFile)) {
            return Optional.empty();
        }
        return Optional.of(format(nameOrFile, nameOrFile)
                .read(new TextFile(source, () -> Files.newInputStream(path)))
                .toSet(nameOrFile));
    }

    private static PromptFormat format(String fileName, String shown) {
        return PromptFormat.of(fileName)
                .orElseThrow(() -> new IllegalArgumentException("prompt file must end in one of "
                        + PromptFormat.endings() + ", but is '" + shown + "'; rename it by what it holds"));
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
