package io.github.llmperf.build.matrix;

import io.github.llmperf.publish.StudyPublisher;
import io.github.llmperf.report.matrix.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The page of a study: published values beside measured ones. */
@API(status = Status.INTERNAL, since = "0.1")
public final class StudyPage implements StudyPublisher {

    @Override
    public Path publish(Path directory, Matrix study) throws IOException {
        return MatrixFiles.write(directory, MatrixFiles.STUDY, study);
    }
}
