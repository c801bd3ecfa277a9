package io.github.llmperf.publish;

import io.github.llmperf.report.matrix.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Writes the page of a study once its rows have run. Found by {@link java.util.ServiceLoader}. */
@API(status = Status.INTERNAL, since = "0.1")
@FunctionalInterface
public interface StudyPublisher {

    /** Writes the page into the directory of the test class, and returns its place. */
    Path publish(Path directory, Matrix study) throws IOException;
}
