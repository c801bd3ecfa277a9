package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.environment;
import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.BaselinePolicy.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinnedRunsTests {

    private static final String SHOWN = "baselines/default/com.acme.RagLatencyTest/staysResponsive/single.jsonl";
    private static final String HOW = "; tag a run with -Dllmperf.baseline=record -Dllmperf.baseline.tag=v1.2";

    @TempDir
    Path temp;

    private final PlanFixture plan = new PlanFixture();
    private final List<BaselineRun> stored = new ArrayList<>();

    PinnedRunsTests() {
        plan.anchor = "v1.2";
    }

    private PinnedRunsTests store(String verdict, String tag, String accepted) {
        stored.add(run(verdict, stored.size()).marked(accepted, tag));
        return this;
    }

    private PinnedRunsTests passes(int runs) {
        for (int i = 0; i < runs; i++) {
            store("PASS", null, null);
        }
        return this;
    }

    private BaselineLookup find() throws IOException {
        Path file = temp.resolve(SHOWN);
        Files.createDirectories(file.getParent());
        Files.write(file, stored.stream().map(BaselineRun::line).toList());
        return BaselineStore.open(temp.resolve("baselines")).find(plan.build(), environment());
    }

    private BaselineLookup.Anchor anchor() throws IOException {
        return find().anchor().orElseThrow();
    }

    private List<String> ids() throws IOException {
        assertThat(anchor().why()).isEmpty();
        return anchor().runs().stream().map(BaselineRun::runId).toList();
    }

    private String why() throws IOException {
        assertThat(anchor().runs()).isEmpty();
        return anchor().why();
    }

    @Test
    void areNotLookedForUnlessAsked() throws IOException {
        plan.anchor = null;
        passes(2).store("PASS", "v1.2", null);

        assertThat(find().anchor()).isEmpty();
    }

    @Test
    void areTheTaggedRunAndThoseBeforeIt() throws IOException {
        passes(3).store("PASS", "v1.2", null).passes(20);

        assertThat(ids()).containsExactly("run-0", "run-1", "run-2", "run-3");
        assertThat(anchor().tag()).isEqualTo("v1.2");
        assertThat(find().runs()).hasSize(15).noneMatch(run -> run.runId().equals("run-3"));
    }

    @Test
    void areAsManyAsOneComparisonTakes() throws IOException {
        passes(20).store("PASS", "v1.2", null);

        assertThat(ids()).hasSize(15).startsWith("run-6").endsWith("run-20");
    }

    @Test
    void areAllTaggedOnesFirst() throws IOException {
        store("PASS", "v1.2", null).passes(20).store("PASS", "v1.2", null).passes(3);

        assertThat(ids()).hasSize(15).startsWith("run-0", "run-8").endsWith("run-20", "run-21");
    }

    @Test
    void areTheNewestOfManyTaggedOnes() throws IOException {
        for (int i = 0; i < 17; i++) {
            store("PASS", "v1.2", null);
        }

        assertThat(ids()).hasSize(15).startsWith("run-2").endsWith("run-16");
    }

    @Test
    void areNoBadOnesAndNoneOfOtherLoads() throws IOException {
        passes(1).store("REGRESSION", null, null);
        plan.maxNewTokens = 512;
        stored.add(run(plan, new MeasurementFixture(), "PASS", 2));
        plan.maxNewTokens = 128;
        passes(1).store("UNDECIDED", "v1.2", null);

        assertThat(ids()).containsExactly("run-0", "run-3", "run-4");
    }

    @Test
    void areOfTheEpochOfTheTagged() throws IOException {
        passes(3).store("REGRESSION", null, "larger model").passes(1).store("PASS", "v1.2", null);

        assertThat(ids()).containsExactly("run-3", "run-4", "run-5");
    }

    @Test
    void mayBeTheAcceptedRunItself() throws IOException {
        passes(3).store("REGRESSION", "v1.2", "larger model");

        assertThat(ids()).containsExactly("run-3");
    }

    @Test
    void areNotOlderThanWhatWasAcceptedSince() throws IOException {
        passes(3)
                .store("PASS", "v1.2", null)
                .store("REGRESSION", null, "larger model")
                .passes(2);

        assertThat(why())
                .isEqualTo("what is tagged v1.2 in " + SHOWN
                        + " is older than the run accepted on 2026-03-01 (larger model)" + HOW);
    }

    @Test
    void countAgainWhenTaggedAnewAfterAnAcceptance() throws IOException {
        passes(3)
                .store("PASS", "v1.2", null)
                .store("REGRESSION", null, "larger model")
                .store("PASS", "v1.2", null);

        assertThat(ids()).containsExactly("run-4", "run-5");
    }

    @Test
    void areNotTheRunThatIsJudged() throws IOException {
        passes(2).store("PASS", "v1.2", null);
        plan.runId = "run-2";

        assertThat(why()).isEqualTo("no run in " + SHOWN + " is tagged v1.2" + HOW);
    }

    @Test
    void areMissingUntilOneIsTagged() throws IOException {
        assertThat(why()).isEqualTo("no run in " + SHOWN + " is tagged v1.2" + HOW);
        passes(2);
        assertThat(why()).isEqualTo("no run in " + SHOWN + " is tagged v1.2" + HOW);
    }

    @Test
    void areMissingButOtherTagsAreNamed() throws IOException {
        store("PASS", "v1.1", null).store("PASS", "v1.0", null).store("PASS", "v1.1", null);

        assertThat(why()).isEqualTo("no run in " + SHOWN + " is tagged v1.2 (tags there are: v1.0, v1.1)" + HOW);
    }

    @Test
    void areSaidToBeTaggedByThisRun() throws IOException {
        passes(2);
        plan.mode = Mode.RECORD;
        assertThat(why()).isEqualTo("no run in " + SHOWN + " is tagged v1.2" + HOW);

        plan.tag = "v1.3";
        assertThat(why()).isEqualTo("no run in " + SHOWN + " is tagged v1.2" + HOW);

        plan.tag = "v1.2";
        assertThat(why()).isEqualTo("no run in " + SHOWN + " is tagged v1.2; this run is tagged v1.2");

        plan.mode = Mode.COMPARE;
        assertThat(why()).isEqualTo("no run in " + SHOWN + " is tagged v1.2" + HOW);
    }

    @Test
    void areNotComparableWhenTheLoadChanged() throws IOException {
        passes(1).store("PASS", "v1.2", null);
        plan.maxNewTokens = 512;
        stored.add(run(plan, new MeasurementFixture(), "PASS", 2));

        assertThat(find().runs()).hasSize(1);
        assertThat(why())
                .isEqualTo("nothing tagged v1.2 in " + SHOWN
                        + " is comparable: maxNewTokens changed from 128 to 512; undo the change, or "
                        + HOW.substring(2));
    }

    @Test
    void areNotUsedWhenTheyFailed() throws IOException {
        passes(1).store("REGRESSION", "v1.2", null).store("SLA_VIOLATED", "v1.2", null);

        assertThat(why())
                .isEqualTo("no run tagged v1.2 in " + SHOWN
                        + " is good enough to compare with: REGRESSION (1), SLA_VIOLATED (1)" + HOW);
    }

    @Test
    void areWarnedOfWhenTheirNumbersWereEdited() throws IOException {
        stored.add(run("PASS", 0).marked(null, "v1.2"));
        passes(16);
        Path file = temp.resolve(SHOWN);
        find();
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(0, lines.get(0).replace("\"ttft.mean\":800", "\"ttft.mean\":900"));
        Files.write(file, lines);

        assertThat(BaselineStore.open(temp.resolve("baselines"))
                        .find(plan.build(), environment())
                        .warnings())
                .singleElement()
                .asString()
                .startsWith(SHOWN + " line 1: ttft.mean is 900 ms");
    }

    @Test
    void cannotBeReadWhenTheFileCannot() throws IOException {
        Files.createDirectories(temp.resolve(SHOWN));

        BaselineLookup lookup = BaselineStore.open(temp.resolve("baselines")).find(plan.build(), environment());

        assertThat(lookup.anchor().orElseThrow().why())
                .isEqualTo(lookup.why())
                .contains("could not be read")
                .endsWith("; make it readable");
    }
}
