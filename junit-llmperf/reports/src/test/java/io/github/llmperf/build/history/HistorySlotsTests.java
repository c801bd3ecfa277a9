package io.github.llmperf.build.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.baseline.BaselineHistory;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.build.history.HistorySlots.Break;
import io.github.llmperf.build.history.HistorySlots.Slot;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.model.StoredFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistorySlotsTests {

    private static HistorySlots of(List<BaselineRun> runs, int most) {
        return HistorySlots.of(new BaselineHistory(runs, List.of()).epochs(Optional.empty()), most);
    }

    private static List<BaselineRun> runs(int number) {
        return new ArrayList<>(IntStream.range(0, number)
                .mapToObj(day -> StoredFixture.at(day, 800))
                .toList());
    }

    @Test
    void givesEachOfFewRunsAPlaceOfItsOwn() {
        HistorySlots slots = of(runs(3), 10);

        assertThat(slots.slots()).extracting(Slot::at).containsExactly(.5, 1.5, 2.5);
        assertThat(slots.end()).isEqualTo(3);
        assertThat(slots.breaks()).isEmpty();
        assertThat(slots.most()).isEqualTo(1);
    }

    @Test
    void letsOlderRunsShareAPlaceWhereThereAreMany() {
        HistorySlots slots = of(runs(500), 120);

        assertThat(slots.slots()).hasSizeLessThanOrEqualTo(120);
        assertThat(slots.slots().stream().flatMap(slot -> slot.runs().stream())).hasSize(500);
        assertThat(slots.most()).isEqualTo(8);
        assertThat(slots.slots()
                        .subList(slots.slots().size() - 60, slots.slots().size()))
                .allSatisfy(slot -> assertThat(slot.runs()).hasSize(1));
    }

    @Test
    void leavesAGapWhereAnEpochBegins() {
        List<BaselineRun> runs = runs(4);
        runs.set(2, StoredFixture.marked(runs.get(2), Verdict.REGRESSION, "larger model", null));

        HistorySlots slots = of(runs, 10);

        assertThat(slots.slots()).extracting(Slot::epoch).containsExactly(0, 0, 1, 1);
        assertThat(slots.slots().get(2).at()).isCloseTo(3.3, within(1e-9));
        assertThat(slots.breaks()).extracting(Break::name).containsExactly("A");
        assertThat(slots.breaks().get(0).at()).isCloseTo(2.4, within(1e-9));
    }

    @Test
    void neverPutsRunsOfTwoEpochsIntoOnePlace() {
        List<BaselineRun> runs = runs(100);
        runs.set(33, StoredFixture.marked(runs.get(33), Verdict.REGRESSION, "larger model", null));

        assertThat(of(runs, 20).slots()).allSatisfy(slot -> assertThat(slot.runs().stream()
                        .map(run -> Integer.parseInt(run.runId().substring(7)) < 33)
                        .distinct())
                .hasSize(1));
    }

    @Test
    void givesNoPlaceToRunsThatCameToNothing() {
        List<BaselineRun> runs = runs(3);
        runs.set(1, StoredFixture.marked(runs.get(1), Verdict.INVALID, null, null));

        HistorySlots slots = of(runs, 10);

        assertThat(slots.slots()).hasSize(2);
        assertThat(slots.undrawn()).isEqualTo(1);
    }

    @Test
    void namesBreaksBeyondTheAlphabet() {
        List<BaselineRun> runs = runs(40);
        for (int i = 1; i < 40; i++) {
            runs.set(i, StoredFixture.marked(runs.get(i), Verdict.PASS, "again", null));
        }

        assertThat(of(runs, 100).breaks()).extracting(Break::name).contains("A", "Z", "AA", "AM");
    }
}
