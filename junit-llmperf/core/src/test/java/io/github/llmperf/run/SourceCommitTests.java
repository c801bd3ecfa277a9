package io.github.llmperf.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceCommitTests {

    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    @TempDir
    Path directory;

    private Path git;

    @BeforeEach
    void makeCheckout() throws Exception {
        git = Files.createDirectories(directory.resolve(".git"));
        Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    }

    @Test
    void believesCiFirst() {
        assertThat(new SourceCommit(Map.of("GITHUB_SHA", "abc")::get, directory).find())
                .isEqualTo("abc");
    }

    @Test
    void readsALooseReference() throws Exception {
        Files.createDirectories(git.resolve("refs/heads"));
        Files.writeString(git.resolve("refs/heads/main"), COMMIT + "\n");
        assertThat(find(directory)).isEqualTo(COMMIT);
    }

    @Test
    void readsAPackedReferenceFromADirectoryBelow() throws Exception {
        Files.writeString(git.resolve("packed-refs"), "# pack-refs\n" + COMMIT + " refs/heads/main\n");
        assertThat(find(Files.createDirectories(directory.resolve("module/src"))))
                .isEqualTo(COMMIT);
    }

    @Test
    void readsADetachedHead() throws Exception {
        Files.writeString(git.resolve("HEAD"), COMMIT + "\n");
        assertThat(find(directory)).isEqualTo(COMMIT);
    }

    @Test
    void readsAWorktree() throws Exception {
        Path own = Files.createDirectories(git.resolve("worktrees/two"));
        Files.writeString(own.resolve("HEAD"), "ref: refs/heads/two\n");
        Files.writeString(own.resolve("commondir"), "../..\n");
        Files.createDirectories(git.resolve("refs/heads"));
        Files.writeString(git.resolve("refs/heads/two"), COMMIT + "\n");
        Path worktree = Files.createDirectories(directory.resolve("elsewhere"));
        Files.writeString(worktree.resolve(".git"), "gitdir: " + own + "\n");
        assertThat(find(worktree)).isEqualTo(COMMIT);
    }

    @Test
    void doesWithoutWhenTheCheckoutCannotBeRead() {
        assertThat(find(directory)).isNull();
    }

    private static String find(Path workingDirectory) {
        return new SourceCommit(name -> null, workingDirectory).find();
    }
}
