package io.github.llmperf.build;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Finds what the tests of a build have written, down to {@code <class>/<method>/<cell>/}. */
final class WrittenFiles {

    private static final int DEPTH = 4;

    private WrittenFiles() {}

    /** Returns all files of a name below the output, sorted. */
    static List<Path> named(String name, Path output) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(output, Set.of(), DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.endsWith(name) && attributes.isRegularFile()) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                // Another process is writing its results: what was not finished a moment ago has its name by now.
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
        Collections.sort(found);
        return found;
    }
}
