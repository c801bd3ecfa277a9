package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.environment;
import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinnedRunsTests {

    private static final String SHOWN = "baselines/default/com.acme.RagLatencyTest/staysResponsive/single.jsonl";

    @TempDir
    Path temp;

    private final PlanFixture plan = new PlanFixture();
    private final List<BaselineRun> stored = new ArrayList<>();

    PinnedRunsTests() {
        plan.anchor = "v1.2";
    }

    private PinnedRunsTests store(Verdict verdict, String tag, String accepted) {
        stored.add(run(verdict, stored.size()).marked(accepted, tag));
        return this;
    }

    private PinnedRunsTests passes(int runs) {
        for (int i = 0; i < runs; i++) {
            store(Verdict.PASS, null, null);
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

    private NoRuns none() throws IOException {
        assertThat(anchor().runs()).isEmpty();
        return anchor().why().orElseThrow();
    }

    private NoRuns.Why why() throws IOException {
        assertThat(none().file()).isEqualTo(SHOWN);
        return none().why();
    }

    private static NoRuns.Why notTagged(String... known) {
        return new NoRuns.NotTagged(new TreeSet<>(Set.of(known)));
    }

    @Test
    void areNotLookedForUnlessAsked() throws IOException {
        plan.anchor = null;
        passes(2).store(Verdict.PASS, "v1.2", null);

        assertThat(find().anchor()).isEmpty();
    }

    @Test
    void areTheTaggedRunAndThoseBeforeIt() throws IOException {
        passes(3).store(Verdict.PASS, "v1.2", null).passes(20);

        assertThat(ids()).containsExactly("run-0", "run-1", "run-2", "run-3");
        assertThat(anchor().tag()).isEqualTo("v1.2");
        assertThat(find().runs()).hasSize(15).noneMatch(run -> run.runId().equals("run-3"));
    }

    @Test
    void areAsManyAsOneComparisonTakes() throws IOException {
        passes(20).store(Verdict.PASS, "v1.2", null);

        assertThat(ids()).hasSize(15).startsWith("run-6").endsWith("run-20");
    }

    @Test
    void areAllTaggedOnesFirst() throws IOException {
        store(Verdict.PASS, "v1.2", null)
                .passes(20)
                .store(Verdict.PASS, "v1.2", null)
                .passes(3);

        assertThat(ids()).hasSize(15).startsWith("run-0", "run-8").endsWith("run-20", "run-21");
    }

    @Test
    void areTheNewestOfManyTaggedOnes() throws IOException {
        for (int i = 0; i < 17; i++) {
            store(Verdict.PASS, "v1.2", null);
        }

        assertThat(ids()).hasSize(15).startsWith("run-2").endsWith("run-16");
    }

    @Test
    void areNoBadOnesAndNoneOfOtherLoads() throws IOException {
        passes(1).store(Verdict.REGRESSION, null, null);
        plan.maxNewTokens = 512;
        stored.add(run(plan, new MeasurementFixture(), Verdict.PASS, 2));
        plan.maxNewTokens = 128;
        passes(1).store(Verdict.UNDECIDED, "v1.2", null);

        assertThat(ids()).containsExactly("run-0", "run-3", "run-4");
    }

    @Test
    void areOfTheEpochOfTheTagged() throws IOException {
        passes(3).store(Verdict.REGRESSION, null, "larger model").passes(1).store(Verdict.PASS, "v1.2", null);

        assertThat(ids()).containsExactly("run-3", "run-4", "run-5");
    }

    @Test
    void mayBeTheAcceptedRunItself() throws IOException {
        passes(3).store(Verdict.REGRESSION, "v1.2", "larger model");

        assertThat(ids()).containsExactly("run-3");
    }

    @Test
    void areNotOlderThanWhatWasAcceptedSince() throws IOException {
        passes(3)
                .store(Verdict.PASS, "v1.2", null)
                .store(Verdict.REGRESSION, null, "larger model")
                .passes(2);

        assertThat(why()).isEqualTo(new NoRuns.AcceptedSince(stored.get(4).startedAt(), "larger model"));
    }

    @Test
    void countAgainWhenTaggedAnewAfterAnAcceptance() throws IOException {
        passes(3)
                .store(Verdict.PASS, "v1.2", null)
                .store(Verdict.REGRESSION, null, "larger model")
                .store(Verdict.PASS, "v1.2", null);

        assertThat(ids()).containsExactly("run-4", "run-5");
    }

    @Test
    void areNotTheRunThatIsJudged() throws IOException {
        passes(2).store(Verdict.PASS, "v1.2", null);
        plan.runId = "run-2";

        assertThat(why()).isEqualTo(notTagged());
    }

    @Test
    void areMissingUntilOneIsTagged() throws IOException {
        assertThat(why()).isEqualTo(notTagged());
        passes(2);
        assertThat(why()).isEqualTo(notTagged());
    }

    @Test
    void areMissingButOtherTagsAreNamed() throws IOException {
        store(Verdict.PASS, "v1.1", null).store(Verdict.PASS, "v1.0", null).store(Verdict.PASS, "v1.1", null);

        assertThat(why()).isEqualTo(notTagged("v1.0", "v1.1"));
    }

    @Test
    void areThereFromNowOnWhenThisRunIsTagged() throws IOException {
        passes(2);
        plan.mode = Mode.RECORD;
        assertThat(none().ended()).isFalse();

        plan.tag = "v1.3";
        assertThat(none().ended()).isFalse();

        plan.tag = "v1.2";
        assertThat(none().ended()).isTrue();

        plan.mode = Mode.COMPARE;
        assertThat(none().ended()).isFalse();
    }

    @Test
    void areNotComparableWhenTheLoadChanged() throws IOException {
        passes(1).store(Verdict.PASS, "v1.2", null);
        plan.maxNewTokens = 512;
        stored.add(run(plan, new MeasurementFixture(), Verdict.PASS, 2));

        assertThat(find().runs()).hasSize(1);
        assertThat(why()).isEqualTo(new NoRuns.Changed(List.of(new Difference("maxNewTokens", "128", "512"))));
    }

    @Test
    void areNotUsedWhenTheyFailed() throws IOException {
        passes(1).store(Verdict.REGRESSION, "v1.2", null).store(Verdict.SLA_VIOLATED, "v1.2", null);

        assertThat(why())
                .isEqualTo(new NoRuns.NotGoodEnough(
                        "RagLatencyTest.staysResponsive",
                        new TreeMap<>(Map.of(Verdict.REGRESSION, 1, Verdict.SLA_VIOLATED, 1))));
    }

    @Test
    void areWarnedOfWhenTheirNumbersWereEdited() throws IOException {
        stored.add(run(Verdict.PASS, 0).marked(null, "v1.2"));
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
                .satisfies(warning -> assertThat(warning.line()).isEqualTo(1))
                .extracting(LineWarning::fault)
                .isInstanceOfSatisfying(LineWarning.OtherValue.class, other -> assertThat(other.value())
                        .isEqualTo(900));
    }

    @Test
    void cannotBeReadWhenTheFileCannot() throws IOException {
        Files.createDirectories(temp.resolve(SHOWN));

        BaselineLookup lookup = BaselineStore.open(temp.resolve("baselines")).find(plan.build(), environment());

        assertThat(lookup.anchor().orElseThrow().why())
                .isEqualTo(lookup.why())
                .get()
                .extracting(NoRuns::why)
                .isInstanceOf(NoRuns.Unreadable.class);
    }
}
