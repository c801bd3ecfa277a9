package io.github.llmperf.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.llmperf.clock.NanoClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedFileTests {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        assumeThat(FileSystems.getDefault().supportedFileAttributeViews()).contains("posix");
        file = directory.resolve("lock");
    }

    @Test
    void isMadeForAllUsersOfTheMachine() throws Exception {
        open().close();

        assertThat(permissions(file)).isEqualTo("rw-rw-rw-");
    }

    @Test
    void keepsThePermissionsOfAFileThatItDidNotMake() throws Exception {
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        open().close();

        assertThat(permissions(file)).isEqualTo("rw-r-----");
    }

    @Test
    void followsNoLinkToAFile() throws Exception {
        Path victim = directory.resolve("victim");
        Files.writeString(victim, "precious");
        Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rw-------"));
        Files.createSymbolicLink(file, victim);

        assertThatIllegalStateException()
                .isThrownBy(this::open)
                .withMessage("lock file " + file
                        + " must be a file that all users of this machine may write, so that loads"
                        + " of parallel builds do not overlap, but opening it failed:"
                        + " java.nio.file.FileAlreadyExistsException: " + file + "; remove it, have its owner run"
                        + " chmod a+rw on it, or set java.io.tmpdir to another directory");
        assertThat(victim).hasContent("precious");
        assertThat(permissions(victim)).isEqualTo("rw-------");
    }

    @Test
    void makesNoFileThroughALink() throws Exception {
        Path victim = directory.resolve("victim");
        Files.createSymbolicLink(file, victim);

        assertThatIllegalStateException().isThrownBy(this::open);
        assertThat(Files.exists(victim, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void isNoDirectory() throws Exception {
        Files.createDirectory(file);

        assertThatIllegalStateException()
                .isThrownBy(this::open)
                .withMessageStartingWith("lock file " + file + " must be a file ");
    }

    @Test
    void saysThatTheFileCannotBeWritten() throws Exception {
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assumeThat(Files.isWritable(file)).as("root may write all files").isFalse();

        assertThatIllegalStateException()
                .isThrownBy(this::open)
                .withMessageStartingWith(
                        "lock file " + file + " must be a file that all users of this machine may write")
                .withMessageContaining("AccessDeniedException");
    }

    /** The other process shares the file after it has made it. */
    @Test
    void triesAgainWhereAnotherProcessIsAboutToMakeTheFile() throws Exception {
        Files.createSymbolicLink(file, directory.resolve("nowhere"));
        NanoClock other = new NoWaiting() {
            @Override
            public void sleepUntil(long moment) {
                try {
                    Files.delete(file);
                    Files.createFile(file);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }
        };

        new SharedFile(file, other).open().close();

        assertThat(file).isRegularFile();
    }

    private FileChannel open() throws InterruptedException {
        return new SharedFile(file, new NoWaiting()).open();
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static class NoWaiting implements NanoClock {
        @Override
        public long now() {
            return 0;
        }

        @Override
        public void sleepUntil(long moment) {
            // Whoever is waited for has never been there.
        }
    }
}
