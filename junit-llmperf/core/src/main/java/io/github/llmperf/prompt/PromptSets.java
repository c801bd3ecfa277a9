package io.github.llmperf.prompt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Finds prompt sets by name or file.
 *
 * <p>Looked up in this order: {@code llmperf/prompts/<name>.{txt,md,jsonl,json,csv}} on the class path (the ending may be
 * part of the name), a file, a built-in set. So a set of one's own replaces a built-in one of the same name. Before all of
 * them comes what is made rather than found: {@code document-qa(file)} and {@code shared-prefix(…)}.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class PromptSets {

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
        GeneratedPrompts prompts = call.generator().equals(GeneratorCall.PREFIX)
                ? new SharedPrefixes(PrefixArguments.of(call))
                : new DocumentQuestions(new DocumentFile(call, loader, workingDirectory).text());
        return PromptSet.of(call.written(), prompts);
    }

    private static Optional<PromptSet> onClassPath(String name, ClassPathPrompts classPath) {
        return classPath
                .find(name)
                .map(found -> found.format().read(found.file()).toSet(name, found.file()));
    }

    private static Optional<PromptSet> inFile(String nameOrFile, Path workingDirectory) {
        Path path = resolve(workingDirectory, nameOrFile);
        if (path == null || !Files.isRegularFile(path)) {
            return Optional.empty();
        }
        Optional<PromptFormat> format = PromptFormat.of(nameOrFile);
        if (format.isEmpty() && BuiltInPrompts.names().contains(nameOrFile)) {
            return Optional.empty();
        }
        PromptFormat known = format.orElseThrow(() -> new IllegalArgumentException("prompt file must end in one of "
                + PromptFormat.endings() + ", but is '" + nameOrFile + "'; rename it by what it holds"));
        PromptFile file = PromptFile.decode("prompt file '" + nameOrFile + "'", bytes(path, nameOrFile));
        return Optional.of(known.read(file).toSet(nameOrFile, file));
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
                + "; or have them made by document-qa(file) or shared-prefix(prefixes=8, questions=32)");
    }
}
