package io.github.llmperf.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTests {

    @TempDir
    Path directory;

    @Test
    void canBeReadByWhoeverCanReadOtherFiles() throws IOException {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Path ordinary = directory.resolve("ordinary.txt");
        Path whole = directory.resolve("whole.txt");
        Files.newOutputStream(ordinary).close();

        WholeFile.write(whole, "text");

        assertThat(Files.getPosixFilePermissions(whole)).isEqualTo(Files.getPosixFilePermissions(ordinary));
    }

    @Test
    void replacesWhatIsThere() throws IOException {
        Path file = directory.resolve("sub/file.txt");

        WholeFile.write(file, "old");
        WholeFile.write(file, "new");

        assertThat(file).hasContent("new");
        assertThat(file.getParent()).isDirectoryContaining(found -> found.equals(file));
        assertThat(file.getParent().toFile().list()).hasSize(1);
    }

    @Test
    void leavesTheOldFileAndNoOtherWhenWritingFails() throws IOException {
        Path file = directory.resolve("file.txt");
        WholeFile.write(file, "old");

        assertThatThrownBy(() -> WholeFile.write(file, target -> {
                    target.write('n');
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");

        assertThat(file).hasContent("old");
        assertThat(directory.toFile().list()).containsExactly("file.txt");
    }

    @Test
    void leavesTheOldFileAndNoOtherWhenWritingDurablyFails() throws IOException {
        Path file = directory.resolve("file.txt");
        WholeFile.write(file, "old");

        assertThatThrownBy(() -> WholeFile.writeDurably(file, target -> {
                    target.write('n');
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");

        assertThat(file).hasContent("old");
        assertThat(directory.toFile().list()).containsExactly("file.txt");
    }
}
