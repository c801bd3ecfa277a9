package io.github.llmperf.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunOrderTests {

    private static final int CENTURY = 24 * 365 * 100;

    @TempDir
    Path temp;

    private BaselineFile file(Instant now, int... hours) throws IOException {
        Path file = temp.resolve("x.jsonl");
        Files.write(
                file,
                Arrays.stream(hours)
                        .mapToObj(h -> BaselineFixture.run(Verdict.PASS, h).line())
                        .toList());
        return BaselineFile.read(file, "x.jsonl", now);
    }

    private static List<String> ids(BaselineFile file) {
        return file.runs().stream().map(BaselineRun::runId).toList();
    }

    @Test
    void putsRunsInTheOrderOfTheirDates() throws IOException {
        BaselineFile file = file(BaselineFixture.FIRST.plus(Duration.ofDays(1)), 3, 1, 2);
        assertThat(ids(file)).containsExactly("run-1", "run-2", "run-3");
        assertThat(file.warnings()).isEmpty();
    }

    @Test
    void putsARunOfTheFutureBehindTheLineBeforeIt() throws IOException {
        BaselineFile file = file(BaselineFixture.FIRST.plus(Duration.ofDays(1)), 1, 2, CENTURY, CENTURY - 1, 3, 4);

        assertThat(ids(file))
                .containsExactly("run-1", "run-2", "run-" + CENTURY, "run-" + (CENTURY - 1), "run-3", "run-4");
        assertThat(file.warnings())
                .extracting(LineWarning::line, LineWarning::fault)
                .startsWith(tuple(3, new LineWarning.InFuture(BaselineFixture.FIRST.plus(Duration.ofHours(CENTURY)))))
                .hasSize(2);
    }

    @Test
    void putsARunOfTheFutureFirstWhereNothingStandsBeforeIt() throws IOException {
        assertThat(ids(file(BaselineFixture.FIRST.plus(Duration.ofDays(1)), CENTURY, 1)))
                .containsExactly("run-" + CENTURY, "run-1");
    }

    @Test
    void allowsClocksToDifferALittle() throws IOException {
        assertThat(file(BaselineFixture.FIRST, 1).warnings()).isEmpty();
        assertThat(file(BaselineFixture.FIRST, 2).warnings()).hasSize(1);
    }

    @Test
    void appendsBehindARunOfTheFuture() throws IOException {
        BaselineStore store = BaselineStore.open(temp.resolve("baselines"));
        PlanFixture plan = new PlanFixture();
        for (int hours : new int[] {CENTURY, 1, 2}) {
            store.append(BaselineFixture.run(Verdict.PASS, hours));
        }
        BaselineLookup lookup = store.find(plan.build(), BaselineFixture.environment());
        assertThat(lookup.runs()).extracting(BaselineRun::runId).containsExactly("run-" + CENTURY, "run-1", "run-2");
        assertThat(lookup.warnings()).hasSize(1);
    }

    @Test
    void keepsTheOrderWhenARunIsAddedToAHistory() {
        List<BaselineRun> runs = List.of(
                BaselineFixture.run(Verdict.PASS, 1),
                BaselineFixture.run(Verdict.PASS, CENTURY),
                BaselineFixture.run(Verdict.PASS, 3));
        assertThat(new BaselineHistory(runs, List.of())
                        .with(BaselineFixture.run(Verdict.PASS, 4))
                        .runs())
                .extracting(BaselineRun::runId)
                .containsExactly("run-1", "run-" + CENTURY, "run-3", "run-4");
        assertThat(new BaselineHistory(List.of(runs.get(0), runs.get(2)), List.of())
                        .with(BaselineFixture.run(Verdict.PASS, 2))
                        .runs())
                .extracting(BaselineRun::runId)
                .containsExactly("run-1", "run-2", "run-3");
    }
}
