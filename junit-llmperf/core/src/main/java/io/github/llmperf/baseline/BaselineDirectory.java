package io.github.llmperf.baseline;

import io.github.llmperf.plan.BaselinePolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds the directory of stored runs, and keeps everything inside it. */
final class BaselineDirectory {

    static final String NAME = "baselines";

    private BaselineDirectory() {}

    /** See {@link BaselineStore#directoryFor}. */
    static Path find(BaselinePolicy policy, Path workingDirectory) {
        Path start = workingDirectory.toAbsolutePath().normalize();
        if (policy.directory() != null) {
            return start.resolve(policy.directory()).normalize();
        }
        Path root = gitRoot(start);
        if (root == null) {
            return start.resolve(NAME);
        }
        for (Path at = start; at != null && at.startsWith(root); at = at.getParent()) {
            Path candidate = at.resolve(NAME);
            if (Files.isDirectory(candidate)) {
                requireInside(candidate, root);
                return candidate;
            }
        }
        return root.resolve(NAME);
    }

    private static @Nullable Path gitRoot(Path start) {
        for (Path at = start; at != null; at = at.getParent()) {
            // A file in a linked work tree.
            if (Files.exists(at.resolve(".git"))) {
                return at;
            }
        }
        return null;
    }

    private static void requireInside(Path candidate, Path root) {
        try {
            if (!candidate.toRealPath().startsWith(root.toRealPath())) {
                throw new IllegalArgumentException("baseline directory must lie inside the git root " + root + ", but "
                        + candidate + " is a link to " + candidate.toRealPath()
                        + "; if that is meant, say so with llmperf.baseline.dir");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("baseline directory " + candidate + " cannot be resolved", e);
        }
    }

    /**
     * Makes sure that a file below the directory really lies there.
     *
     * @throws IOException if a symbolic link on the way leads out of the directory
     */
    static void requireContained(Path directory, Path file) throws IOException {
        Path at = directory;
        for (Path element : directory.relativize(file)) {
            at = at.resolve(element);
            if (Files.isSymbolicLink(at)
                    && !(Files.exists(at) && at.toRealPath().startsWith(directory.toRealPath()))) {
                throw new IOException(at + " must not lead out of the baseline directory, but is a link to "
                        + Files.readSymbolicLink(at) + "; remove the link");
            }
        }
    }
}
