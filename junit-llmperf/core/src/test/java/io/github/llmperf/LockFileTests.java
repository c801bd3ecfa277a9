package io.github.llmperf;

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

class LockFileTests {

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
                .withMessage(
                        "lock file " + file + " must be a file, but is a symbolic link, which is not followed, since"
                                + " anybody may have put it there; remove it, or set java.io.tmpdir to another directory");
        assertThat(victim).hasContent("precious");
        assertThat(permissions(victim)).isEqualTo("rw-------");
    }

    @Test
    void makesNoFileThroughALink() throws Exception {
        Path victim = directory.resolve("victim");
        Files.createSymbolicLink(file, victim);

        assertThatIllegalStateException().isThrownBy(this::open).withMessageContaining("is a symbolic link");
        assertThat(Files.exists(victim, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void isNoDirectory() throws Exception {
        Files.createDirectory(file);

        assertThatIllegalStateException()
                .isThrownBy(this::open)
                .withMessage("lock file " + file
                        + " must be a file, but is a directory; remove it, or set java.io.tmpdir to another directory");
    }

    @Test
    void saysWhoseFileCannotBeWritten() throws Exception {
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assumeThat(Files.isWritable(file)).as("root may write all files").isFalse();

        assertThatIllegalStateException()
                .isThrownBy(this::open)
                .withMessageStartingWith("lock file " + file + " must be writable for all users of this machine, so")
                .withMessageContaining(
                        "; have its owner (" + Files.getOwner(file).getName() + ") run chmod a+rw on it, ");
    }

    private FileChannel open() throws InterruptedException {
        return new LockFile(file, new NoWaiting()).open();
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static final class NoWaiting implements NanoClock {
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
