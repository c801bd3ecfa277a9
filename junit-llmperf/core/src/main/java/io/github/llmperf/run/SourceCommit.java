package io.github.llmperf.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The git commit of the sources under test: as CI says, else as the nearest checkout does. No git is run for it. */
record SourceCommit(Function<String, @Nullable String> environment, Path workingDirectory) {

    private static final List<String> VARIABLES = List.of("GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT");

    @Nullable
    String find() {
        for (String variable : VARIABLES) {
            String commit = environment.apply(variable);
            if (commit != null && !commit.isBlank()) {
                return commit.trim();
            }
        }
        for (Path p = workingDirectory.toAbsolutePath(); p != null; p = p.getParent()) {
            Path git = p.resolve(".git");
            if (Files.exists(git)) {
                return read(git);
            }
        }
        return null;
    }

    private static @Nullable String read(Path git) {
        try {
            Path directory = git;
            if (Files.isRegularFile(git)) { // a worktree: the file says where its directory is
                directory = git.resolveSibling(after("gitdir:", Files.readString(git)));
            }
            String head = Files.readString(directory.resolve("HEAD")).trim();
            if (!head.startsWith("ref:")) {
                return head;
            }
            String ref = after("ref:", head);
            Path common = directory.resolve("commondir");
            Path shared = Files.exists(common)
                    ? directory.resolve(Files.readString(common).trim()).normalize()
                    : directory;
            Path loose = shared.resolve(ref);
            return Files.exists(loose) ? Files.readString(loose).trim() : packed(shared, ref);
        } catch (IOException | RuntimeException e) {
            return null; // a report without a commit is better than none
        }
    }

    private static @Nullable String packed(Path directory, String ref) throws IOException {
        try (Stream<String> lines = Files.lines(directory.resolve("packed-refs"))) {
            return lines.filter(line -> line.endsWith(" " + ref))
                    .map(line -> line.substring(0, line.indexOf(' ')))
                    .findFirst()
                    .orElse(null);
        }
    }

    private static String after(String prefix, String text) {
        return text.substring(text.indexOf(prefix) + prefix.length()).trim();
    }
}
