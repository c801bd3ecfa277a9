package io.github.llmperf.build.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.build.page.Summary;
import io.github.llmperf.build.page.SummaryNotes;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.KeyFigures;
import io.github.llmperf.report.json.TestStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitHubStepSummaryTests {

    @TempDir
    Path directory;

    @Test
    void appendsToWhatOthersWrote() throws IOException {
        Path page = Files.writeString(directory.resolve("step.md"), "# Build");

        write(page, "module-a", row("a"));

        assertThat(page).content().startsWith("# Build\n<!-- llmperf begin ").contains("| a |");
    }

    @Test
    void replacesItsOwnPartHoweverOftenItIsWritten() throws IOException {
        Path page = Files.writeString(directory.resolve("step.md"), "# Build\n");
        write(page, "module-a", row("first"), row("second"));
        Files.writeString(page, Files.readString(page) + "after\n");

        write(page, "module-a", row("third"));

        assertThat(page)
                .content()
                .startsWith("# Build\n<!-- llmperf begin ")
                .endsWith(" -->\nafter\n")
                .contains("| third |")
                .doesNotContain("first", "second")
                .containsOnlyOnce("## Load tests");
    }

    @Test
    void keepsModulesApart() throws IOException {
        Path page = directory.resolve("step.md");

        write(page, "module-a", row("a"));
        write(page, "module-b", row("b"));
        write(page, "module-a", row("c"));

        assertThat(page).content().contains("| c |", "| b |").doesNotContain("| a |");
    }

    @Test
    void leavesOutDetailsWhereTheyWouldNotFit() throws IOException {
        Path page = directory.resolve("step.md");
        JsonSummary big = new JsonSummary(
                Path.of("result.json"),
                "big",
                TestStatus.of(Verdict.PASS, "fine"),
                KeyFigures.of(1),
                new JsonSummary.Findings(Collections.nCopies(2000, "x".repeat(600)), Optional.empty(), 0, ""),
                "",
                Optional.empty(),
                Optional.empty());

        write(page, "module-a", big);

        assertThat(Files.size(page)).isLessThan(2000);
        assertThat(page).content().contains("| big |").doesNotContain("<details>");
    }

    @Test
    void doesNothingElsewhere() throws IOException {
        new GitHubStepSummary(Optional::empty, NanoClock.SYSTEM)
                .write(directory.resolve("module-a"), new Summary(List.of(row("a")), List.of(), SummaryNotes.NONE));

        assertThat(directory).isEmptyDirectory();
    }

    private void write(Path page, String output, JsonSummary... rows) throws IOException {
        new GitHubStepSummary(() -> Optional.of(page), NanoClock.SYSTEM)
                .write(directory.resolve(output), new Summary(List.of(rows), List.of(), SummaryNotes.NONE));
    }

    private static JsonSummary row(String test) {
        return new JsonSummary(
                Path.of("result.json"),
                test,
                TestStatus.of(Verdict.PASS, "fine"),
                KeyFigures.of(1),
                JsonSummary.Findings.NONE,
                "",
                Optional.empty(),
                Optional.empty());
    }
}
