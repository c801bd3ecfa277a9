package io.github.llmperf.prompt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The long text of {@code document-qa(file)} or {@code continuation(file=…)}: any text in UTF-8, whatever its ending, in the folder of prompts on the class
 * path or by its path.
 */
record DocumentFile(GeneratorCall call, String name, ClassLoader loader, Path workingDirectory) {

    private static final long MOST_BYTES = 64L << 20;

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if there is no such file, or it is too large, no text or blank
     */
    String text() {
        if (name.isEmpty()) {
            throw call.error("must name a text file, as in document-qa(docs/handbook.md), but names none");
        }
        Optional<PromptFile> onClassPath = new ClassPathPrompts(loader).document(name);
        PromptFile file = onClassPath.orElseGet(this::byPath);
        if (file.text().isBlank()) {
            throw file.error("must hold a text, but is blank; name another file");
        }
        return file.text();
    }

    private PromptFile byPath() {
        @Nullable Path path = PromptSets.resolve(workingDirectory, name);
        if (path == null || !Files.isRegularFile(path)) {
            throw call.error("must name a file that exists, but there is no '" + name + "' under "
                    + ClassPathPrompts.FOLDER + " on the class path, nor in "
                    + workingDirectory.toAbsolutePath().normalize() + "; correct the path");
        }
        String source = "document '" + name + "'";
        if (size(path) > MOST_BYTES) {
            throw new IllegalArgumentException(source + " must have at most " + (MOST_BYTES >> 20) + " MB, but has "
                    + (size(path) >> 20) + "; cut a part out of it: 1 MB gives thousands of prompts");
        }
        return PromptFile.decode(source, PromptSets.bytes(path, name));
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
