package io.github.llmperf.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineDirectoryTests {

    @TempDir
    Path temp;

    Path root;
    Path module;

    @BeforeEach
    void makeRepository() throws IOException {
        root = Files.createDirectories(temp.resolve("repo"));
        module = Files.createDirectories(root.resolve("a/b"));
    }

    private Path found() {
        return BaselineStore.directoryFor(new PlanFixture().policy(), module);
    }

    @Test
    void isTheOneThatIsSet() {
        PlanFixture plan = new PlanFixture();
        plan.directory = Path.of("../kept");

        assertThat(BaselineStore.directoryFor(plan.policy(), module)).isEqualTo(root.resolve("a/kept"));
    }

    @Test
    void isTheNearestOnTheWayUp() throws IOException {
        Files.createDirectory(root.resolve(".git"));
        Files.createDirectory(root.resolve("baselines"));
        assertThat(found()).isEqualTo(root.resolve("baselines"));

        Files.createDirectory(root.resolve("a/baselines"));
        assertThat(found()).isEqualTo(root.resolve("a/baselines"));
    }

    @Test
    void isAtTheGitRootWhenThereIsNoneYet() throws IOException {
        Files.writeString(root.resolve(".git"), "gitdir: elsewhere");
        Files.createDirectory(temp.resolve("baselines"));

        assertThat(found()).isEqualTo(root.resolve("baselines"));
    }

    @Test
    void isInTheWorkingDirectoryWithoutGit() throws IOException {
        Files.createDirectory(root.resolve("baselines"));

        assertThat(found()).isEqualTo(module.resolve("baselines"));
    }

    @Test
    void isNotALinkOutOfTheGitRoot() throws IOException {
        Files.createDirectory(root.resolve(".git"));
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Path link = Files.createSymbolicLink(root.resolve("baselines"), outside);

        assertThatIllegalArgumentException()
                .isThrownBy(this::found)
                .withMessage("baseline directory must lie inside the git root " + root + ", but " + link
                        + " is a link to " + outside.toRealPath()
                        + "; if that is meant, say so with llmperf.baseline.dir");
    }
}
