package io.github.llmperf.publish;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.text.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.MediaType;

/**
 * Hands a report to JUnit: the verdict as a report entry, which the listener at the end of the run collects, and the
 * files as published files. Comes after {@link FilesPublisher}.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class JUnitPublisher implements Publisher {

    /** Key of the entry that holds the verdict's name. */
    public static final String VERDICT = "llmperf.verdict";

    /** Key of the entry that holds the verdict's reason. */
    public static final String REASON = "llmperf.reason";

    /** Key of the entry that holds the test's short name. */
    public static final String TEST = "llmperf.test";

    /** Key of the entry that holds the place of {@code result.json}. */
    public static final String RESULT = "llmperf.result";

    /** Key of the entry that holds the directory of all results. */
    public static final String OUTPUT = "llmperf.output";

    private final ExtensionContext context;

    /** Publishes to one test. */
    public JUnitPublisher(ExtensionContext context) {
        this.context = context;
    }

    @Override
    public void publish(JudgedRun run) throws IOException {
        Report report = run.report();
        ResultFiles files = ResultFiles.forScenario(
                report.plan().output().directory(), report.plan().scenario());
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put(VERDICT, report.judgement().verdict().name());
        entry.put(REASON, VisibleText.text(new SafeText(report).of(report.reason())));
        entry.put(TEST, VisibleText.text(report.plan().scenario().displayName()));
        entry.put(RESULT, files.result().toString());
        entry.put(OUTPUT, report.plan().output().directory().toString());
        context.publishReportEntry(entry);
        publish(files.html(), report, MediaType.create("text", "html"));
        publish(files.result(), report, MediaType.APPLICATION_JSON);
        publish(files.calibration(), report, MediaType.create("text", "markdown"));
    }

    private void publish(Path file, Report report, MediaType type) {
        if (Files.isRegularFile(file)) {
            OptionalInt stage = report.plan().scenario().stage();
            // All stages of a test publish into one directory.
            String prefix = stage.isPresent() ? "stage-" + stage.getAsInt() + "-" : "";
            context.publishFile(prefix + file.getFileName(), type, target -> {
                // The launcher hands out the same place in every build; that of the last one must not stay.
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            });
        }
    }
}
