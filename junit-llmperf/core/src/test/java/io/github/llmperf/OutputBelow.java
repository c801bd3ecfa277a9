package io.github.llmperf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.reporting.OutputDirectoryProvider;

/**
 * Where the tests of a test kit publish their files, which a kit lets none do by itself.
 *
 * @param root of all of them
 */
record OutputBelow(Path root) implements OutputDirectoryProvider {

    @Override
    public Path getRootDirectory() {
        return root;
    }

    @Override
    public Path createOutputDirectory(TestDescriptor test) throws IOException {
        return Files.createDirectories(
                root.resolve(Integer.toHexString(test.getUniqueId().hashCode())));
    }
}
