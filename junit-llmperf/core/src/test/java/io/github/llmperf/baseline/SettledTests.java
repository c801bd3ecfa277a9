package io.github.llmperf.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettledTests {

    @TempDir
    Path temp;

    private static BaselineRun waiting(int hours) {
        return BaselineFixture.run(Verdict.UNDECIDED, hours).standing(Standing.WAITING);
    }

    private static BaselineRun run(Verdict verdict, int hours) {
        return BaselineFixture.run(verdict, hours);
    }

    private static List<String> ids(List<BaselineRun> runs) {
        return runs.stream().map(BaselineRun::runId).toList();
    }

    @Test
    void letsRunsWaitUntilOneIsConfirmed() {
        Settled open = Settled.of(List.of(run(Verdict.PASS, 0), waiting(1), waiting(2)));
        assertThat(ids(open.confirmed())).containsExactly("run-0");
        assertThat(ids(open.open())).containsExactly("run-1", "run-2");

        Settled closed = Settled.of(List.of(run(Verdict.PASS, 0), waiting(1), waiting(2), run(Verdict.UNDECIDED, 3)));
        assertThat(ids(closed.confirmed())).containsExactly("run-0", "run-1", "run-2", "run-3");
        assertThat(closed.open()).isEmpty();
    }

    @Test
    void neverConfirmsARegression() {
        List<BaselineRun> runs = List.of(run(Verdict.PASS, 0), run(Verdict.REGRESSION, 1), waiting(2));
        assertThat(ids(Settled.of(runs).open())).containsExactly("run-1", "run-2");

        List<BaselineRun> more =
                List.of(run(Verdict.PASS, 0), run(Verdict.REGRESSION, 1), waiting(2), run(Verdict.PASS, 3));
        assertThat(ids(Settled.of(more).confirmed())).containsExactly("run-0", "run-2", "run-3");
    }

    @Test
    void leavesOutWhatIsRefusedForOtherReasons() {
        Settled runs = Settled.of(List.of(
                run(Verdict.PASS, 0),
                run(Verdict.SLA_VIOLATED, 1),
                run(Verdict.NO_BASELINE, 2).standing(Standing.REFUSED)));
        assertThat(ids(runs.confirmed())).containsExactly("run-0");
        assertThat(runs.open()).isEmpty();
    }

    @Test
    void forgetsWhatWaitsAtAnAcceptance() {
        BaselineRun accepted = run(Verdict.PASS, 2).marked("larger model", null);
        Settled runs = Settled.of(List.of(run(Verdict.PASS, 0), waiting(1), accepted, run(Verdict.PASS, 3)));
        assertThat(ids(runs.confirmed())).containsExactly("run-0", "run-2", "run-3");
        assertThat(runs.open()).isEmpty();
    }

    @Test
    void showsAHistoryAsItStandsByNow() {
        List<BaselineRun> runs = List.of(run(Verdict.PASS, 0), waiting(1), run(Verdict.PASS, 2), waiting(3));
        List<Epoch> epochs = new BaselineHistory(runs, List.of()).epochs(Optional.empty());
        assertThat(epochs.get(0).runs()).extracting(BaselineRun::isUsable).containsExactly(true, true, true, false);
    }

    @Test
    void findsTheNewestThatAreNotDecidedInAFile() throws IOException {
        BaselineStore store = BaselineStore.open(temp);
        PlanFixture plan = new PlanFixture();
        plan.mode = Mode.RECORD;
        store.append(run(Verdict.PASS, 0));
        for (int hours : IntStream.rangeClosed(1, 6).toArray()) {
            store.append(waiting(hours));
        }
        BaselineLookup lookup = store.find(plan.build(), BaselineFixture.environment());
        assertThat(ids(lookup.runs())).containsExactly("run-0");
        assertThat(ids(lookup.open())).containsExactly("run-2", "run-3", "run-4", "run-5", "run-6");
        assertThat(lookup.because(new NoRuns("x", new NoRuns.NoOther(), false)).open())
                .hasSize(5);
    }

    @Test
    void findsBothEndsOfALongEpoch() throws IOException {
        BaselineStore store = BaselineStore.open(temp);
        PlanFixture plan = new PlanFixture();
        for (int hours = 0; hours < 10; hours++) {
            store.append(run(Verdict.PASS, hours));
        }
        assertThat(store.find(plan.build(), BaselineFixture.environment()).epochStart())
                .isEmpty();
        store.append(run(Verdict.PASS, 10));
        BaselineLookup.EpochStart epoch = store.find(plan.build(), BaselineFixture.environment())
                .epochStart()
                .orElseThrow();
        assertThat(ids(epoch.first())).containsExactly("run-0", "run-1", "run-2", "run-3", "run-4");
        assertThat(ids(epoch.newest())).containsExactly("run-6", "run-7", "run-8", "run-9", "run-10");

        plan.anchor = "v1.2";
        assertThat(store.find(plan.build(), BaselineFixture.environment()).epochStart())
                .isEmpty();
    }
}
