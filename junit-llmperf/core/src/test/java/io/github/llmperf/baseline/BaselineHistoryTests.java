package io.github.llmperf.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.baseline.Epoch.Begin;
import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineHistoryTests {

    @TempDir
    Path directory;

    private static BaselineRun on(String gpu, int hours) {
        return BaselineFixture.run(
                new PlanFixture(),
                BaselineFixture.environment("default", "qwen2.5-7b", Map.of("gpu", gpu)),
                new MeasurementFixture(),
                Verdict.PASS,
                hours);
    }

    private static BaselineRun accepted(BaselineRun run, String why) {
        return run.marked(why, null);
    }

    private static List<List<String>> ids(List<Epoch> epochs) {
        return epochs.stream()
                .map(epoch -> epoch.runs().stream().map(BaselineRun::runId).toList())
                .toList();
    }

    @Test
    void beginsAnEpochWithEachAcceptance() {
        List<Epoch> epochs = new BaselineHistory(
                        List.of(on("A100", 0), on("A100", 1), accepted(on("A100", 2), "larger model"), on("A100", 3)),
                        List.of())
                .epochs(Optional.empty());

        assertThat(ids(epochs)).containsExactly(List.of("run-0", "run-1"), List.of("run-2", "run-3"));
        assertThat(epochs).extracting(Epoch::begin).containsExactly(Begin.FIRST, Begin.ACCEPTED);
        assertThat(epochs).extracting(Epoch::accepted).containsExactly("", "larger model");
    }

    @Test
    void keepsApartWhatCannotBeComparedHoweverItLiesInTime() {
        List<Epoch> epochs = new BaselineHistory(
                        List.of(on("A100", 0), on("H100", 1), on("A100", 2), on("H100", 3)), List.of())
                .epochs(Optional.empty());

        assertThat(ids(epochs)).containsExactly(List.of("run-0", "run-2"), List.of("run-1", "run-3"));
        assertThat(epochs.get(1).begin()).isEqualTo(Begin.BESIDE);
        assertThat(epochs.get(1).changes()).containsExactly(new Difference("label gpu", "A100", "H100"));
    }

    @Test
    void tellsAChangeBetweenNeighboursOnly() {
        List<Epoch> epochs = new BaselineHistory(
                        List.of(on("A100", 0), on("A100", 1), on("H100", 2), on("H100", 3)), List.of())
                .epochs(Optional.empty());

        assertThat(epochs.get(1).begin()).isEqualTo(Begin.OTHER);
        assertThat(epochs.get(1).changes()).containsExactly(new Difference("label gpu", "A100", "H100"));
    }

    @Test
    void endsWithTheRunsThatTheNewestIsComparedWith() {
        List<Epoch> epochs = new BaselineHistory(List.of(on("A100", 0), on("H100", 1), on("A100", 2)), List.of())
                .epochs(Optional.empty());

        assertThat(ids(epochs)).containsExactly(List.of("run-1"), List.of("run-0", "run-2"));
    }

    @Test
    void endsWithTheRunsThatAGivenOneIsComparedWith() {
        List<Epoch> epochs = new BaselineHistory(List.of(on("A100", 0), on("H100", 1), on("A100", 2)), List.of())
                .epochs(Optional.of("run-1"));

        assertThat(ids(epochs)).containsExactly(List.of("run-0", "run-2"), List.of("run-1"));
    }

    @Test
    void hasNoEpochsOfNoRuns() {
        assertThat(new BaselineHistory(List.of(), List.of()).epochs(Optional.empty()))
                .isEmpty();
    }

    @Test
    void readsTheRunsOfAFileOldestFirstAndNamesDamagedLines() throws IOException {
        Path file = directory.resolve("single.jsonl");
        Files.writeString(
                file, on("A100", 2).line() + "\nno run\n" + on("A100", 1).line() + "\n");

        BaselineHistory history = BaselineHistory.read(file);

        assertThat(history.runs()).extracting(BaselineRun::runId).containsExactly("run-1", "run-2");
        assertThat(history.warnings())
                .containsExactly(new LineWarning("single.jsonl", 2, new LineWarning.Damaged("no JSON")));
    }

    @Test
    void isEmptyWithoutAFile() throws IOException {
        assertThat(BaselineHistory.read(directory.resolve("none.jsonl")).runs()).isEmpty();
    }

    @Test
    void readsNothingButFilesOfRuns() throws IOException {
        Path other = Files.writeString(directory.resolve("secrets.txt"), "x");
        Path folder = Files.createDirectory(directory.resolve("folder.jsonl"));

        assertThatThrownBy(() -> BaselineHistory.read(other))
                .isInstanceOf(IOException.class)
                .hasMessage("baseline file must end in .jsonl, but is " + other);
        assertThatThrownBy(() -> BaselineHistory.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessage("baseline file must be a file, but " + folder + " is none");
    }

    @Test
    void takesARunThatIsStoredOnce() {
        BaselineHistory history = new BaselineHistory(List.of(on("A100", 0)), List.of());

        assertThat(history.with(on("A100", 0)).runs()).hasSize(1);
        assertThat(history.with(on("A100", 5)).runs())
                .extracting(BaselineRun::runId)
                .containsExactly("run-0", "run-5");
    }
}
