package io.github.llmperf.baseline;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Which file holds the runs of which test: {@code <environment>/<class>/<method>/<cell>.jsonl}, names made safe.
 *
 * @param directory that holds all of them, absolute
 */
record BaselineLayout(Path directory) {

    static final String ENDING = ".jsonl";

    Path environment(String name) {
        return directory.resolve(SafeName.of(name));
    }

    Path file(String environment, BaselineRun.TestName test) {
        return below(environment(environment), test);
    }

    static Path below(Path environmentDirectory, BaselineRun.TestName test) {
        return environmentDirectory
                .resolve(SafeName.of(test.className()))
                .resolve(SafeName.of(test.methodName()))
                .resolve(SafeName.of(test.cellName()) + ENDING);
    }

    /** Returns the path from the directory's own name on, with slashes: the same in every checkout. */
    String shown(Path path) {
        return directory.getFileName() + "/"
                + directory.relativize(path).toString().replace('\\', '/');
    }

    BaselineFile read(Path file) throws IOException {
        BaselineDirectory.requireContained(directory, file);
        return BaselineFile.read(file, shown(file));
    }
}
