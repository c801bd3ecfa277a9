package io.github.llmperf.allure;

import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.JUnitPublisher;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.model.Report;
import io.qameta.allure.AllureLifecycle;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Attaches the files of a cell in the order in which a reviewer opens them; those that a run has not are left out. */
final class AllureAttachments {

    /** A number in front: some views sort by name. */
    private record Kind(String name, String type, boolean publishedByJUnit) {

        String extension() {
            return name.substring(name.lastIndexOf('.'));
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("report.html", "text/html", true),
            new Kind("latency.svg", "image/svg+xml", false),
            new Kind("timeline.svg", "image/svg+xml", false),
            new Kind("result.json", "application/json", true),
            new Kind("metrics.csv", "text/csv", false),
            new Kind("server-metrics.csv", "text/csv", false),
            new Kind("calibration.md", "text/markdown", true));

    private final AllureLifecycle lifecycle;
    private final boolean othersAttachFiles;

    /**
     * Attaches to the test that runs on the calling thread.
     *
     * @param othersAttachFiles whether Allure itself attaches what {@link JUnitPublisher} publishes
     */
    AllureAttachments(AllureLifecycle lifecycle, boolean othersAttachFiles) {
        this.lifecycle = lifecycle;
        this.othersAttachFiles = othersAttachFiles;
    }

    /** Attaches what {@link FilesPublisher} wrote; names begin with the prefix. */
    void attach(Report report, String prefix) throws IOException {
        Path directory = ResultFiles.forScenario(
                        report.plan().output().directory(), report.plan().scenario())
                .directory();
        for (int i = 0; i < KINDS.size(); i++) {
            Kind kind = KINDS.get(i);
            Path file = directory.resolve(kind.name());
            if (Files.isRegularFile(file) && !(othersAttachFiles && kind.publishedByJUnit())) {
                try (InputStream content = Files.newInputStream(file)) {
                    lifecycle.addAttachment(
                            prefix + (i + 1) + " " + kind.name(), kind.type(), kind.extension(), content);
                }
            }
        }
    }
}
