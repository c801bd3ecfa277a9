package io.github.llmperf.prompt;

import io.github.llmperf.file.TextFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The long text of {@code document-qa(file)} or {@code continuation(file=…)}: any text in UTF-8, whatever its ending, in the folder of prompts on the class
 * path or by its path.
 */
record DocumentFile(GeneratorCall call, String name, ClassLoader loader, Path workingDirectory) {

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if there is no such file, or it is no text or blank
     */
    String text() {
        if (name.isEmpty()) {
            throw call.error("must name a text file, as in document-qa(docs/handbook.md), but names none");
        }
        Optional<TextFile> onClassPath = new ClassPathPrompts(loader).document(name);
        TextFile file = onClassPath.orElseGet(this::byPath);
        String text = file.text();
        if (text.isBlank()) {
            throw file.error("must hold a text, but is blank; name another file");
        }
        return text;
    }

    private TextFile byPath() {
        @Nullable Path path = PromptSets.resolve(workingDirectory, name);
        if (path == null || !Files.isRegularFile(path)) {
            throw call.error("must name a file that exists, but there is no '" + name + "' under "
                    + ClassPathPrompts.FOLDER + " on the class path, nor in "
                    + workingDirectory.toAbsolutePath().normalize() + "; correct the path");
        }
        return new TextFile("document '" + name + "'", () -> Files.newInputStream(path));
    }
}
