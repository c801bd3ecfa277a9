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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BaselineStoreFindTests {

    private static final String SHOWN = "baselines/default/com.acme.RagLatencyTest/staysResponsive/single.jsonl";

    @TempDir
    Path temp;

    BaselineStore store;
    Path file;
    final PlanFixture plan = new PlanFixture();

    @BeforeEach
    void open() {
        store = BaselineStore.open(temp.resolve("baselines"));
        file = temp.resolve(SHOWN);
    }

    private BaselineLookup find() {
        return store.find(plan.build(), environment());
    }

    private List<String> usedIds() {
        return find().runs().stream().map(BaselineRun::runId).toList();
    }

    private void append(BaselineRun... runs) throws IOException {
        for (BaselineRun run : runs) {
            store.append(run);
        }
    }

    private void writeLines(List<String> lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, lines);
    }

    private static NoRuns none(NoRuns.Why why) {
        return new NoRuns(SHOWN, why, false);
    }

    private static LineWarning damaged(int line, String how) {
        return new LineWarning(SHOWN, line, new LineWarning.Damaged(how));
    }

    @Test
    void saysThatNothingIsStored() {
        BaselineLookup lookup = find();

        assertThat(lookup.runs()).isEmpty();
        assertThat(lookup.file()).isEqualTo(file);
        assertThat(lookup.warnings()).isEmpty();
        assertThat(lookup.why()).contains(none(new NoRuns.NoneYet(Optional.empty())));
    }

    @Test
    void saysThatTheRunIsRecordedWhereItWillBe() {
        plan.mode = Mode.RECORD;

        assertThat(find().why()).contains(new NoRuns(SHOWN, new NoRuns.NoneYet(Optional.empty()), true));
    }

    @Test
    void ordersRunsByTheirStartWhateverTheOrderOfLines() throws IOException {
        append(run(Verdict.PASS, 3), run(Verdict.PASS, 1), run(Verdict.UNDECIDED, 2));

        assertThat(usedIds()).containsExactly("run-1", "run-2", "run-3");
        assertThat(find().why()).isEmpty();
    }

    @Test
    void usesTheNewestFifteen() throws IOException {
        for (int i = 0; i < 20; i++) {
            append(run(Verdict.PASS, i));
        }

        assertThat(usedIds()).hasSize(15).startsWith("run-5").endsWith("run-19");
    }

    @Test
    void leavesOutTheRunsOfTheSameBuildBeforeAnythingElse() throws IOException {
        for (int i = 0; i < 16; i++) {
            append(run(Verdict.PASS, i));
        }
        plan.accept = "larger model";
        plan.tag = "v1.2";
        append(run(plan, new MeasurementFixture(), Verdict.PASS, 16));
        plan.accept = null;
        plan.tag = null;
        plan.anchor = "v1.2";

        BaselineLookup lookup = store.find(plan.build(), environment(), Set.of("run-16"));

        assertThat(lookup.runs())
                .as("neither an epoch nor a place of the fifteen is theirs")
                .hasSize(15)
                .extracting(BaselineRun::runId)
                .startsWith("run-1")
                .endsWith("run-15");
        assertThat(lookup.anchor().orElseThrow().runs()).isEmpty();
        assertThat(find().anchor().orElseThrow().runs()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"REGRESSION", "SLA_VIOLATED", "INVALID", "ERROR"})
    void keepsBadRunsButDoesNotUseThem(Verdict verdict) throws IOException {
        append(run(Verdict.PASS, 1), run(verdict, 2));

        assertThat(usedIds()).containsExactly("run-1");
        assertThat(Files.readString(file)).contains("run-2");
    }

    @ParameterizedTest
    @EnumSource(names = {"PASS", "IMPROVED", "UNDECIDED", "NO_BASELINE"})
    void usesRunsThatPassed(Verdict verdict) throws IOException {
        append(run(verdict, 1));

        assertThat(usedIds()).containsExactly("run-1");
    }

    @Test
    void saysThatNoStoredRunIsGoodEnough() throws IOException {
        append(run(Verdict.REGRESSION, 1), run(Verdict.REGRESSION, 2), run(Verdict.INVALID, 3));

        assertThat(find().why())
                .contains(none(new NoRuns.NotGoodEnough(
                        "RagLatencyTest.staysResponsive",
                        new TreeMap<>(Map.of(Verdict.INVALID, 1, Verdict.REGRESSION, 2)))));
    }

    @Test
    void startsANewEpochWithAnAcceptedRun() throws IOException {
        append(run(Verdict.PASS, 1), run(Verdict.PASS, 2));
        plan.accept = "larger model";
        append(run(plan, new MeasurementFixture(), Verdict.REGRESSION, 3));
        plan.accept = null;
        append(run(Verdict.PASS, 4));

        assertThat(usedIds()).containsExactly("run-3", "run-4");
    }

    @Test
    void letsTheNewestEditOfALineWinWhateverItsPlace() throws IOException {
        BaselineRun recorded = run(Verdict.REGRESSION, 1);
        String line = BaselineLine.write(recorded);
        String edited = line.replace("\"verdict\"", "\"edit\":1,\"accepted\":\"looked into\",\"verdict\"");

        writeLines(List.of(edited, line));
        assertThat(find().runs())
                .singleElement()
                .extracting(BaselineRun::accepted)
                .isEqualTo("looked into");
        writeLines(List.of(line, edited));
        assertThat(usedIds()).containsExactly("run-1");
    }

    @Test
    void findsTheSameWhateverTheOrderOfLines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 18; i++) {
            plan.accept = i == 4 ? "moved" : null;
            lines.add(BaselineLine.write(
                    run(plan, new MeasurementFixture(), i % 7 == 6 ? Verdict.REGRESSION : Verdict.PASS, i)));
        }
        plan.accept = null;
        lines.add(lines.get(5).replace("\"verdict\":\"PASS\"", "\"verdict\":\"INVALID\""));
        writeLines(lines);
        BaselineLookup ordered = find();

        for (int seed = 0; seed < 20; seed++) {
            Collections.shuffle(lines, new Random(seed));
            writeLines(lines);
            assertThat(find()).isEqualTo(ordered);
        }
    }

    @Test
    void namesDamagedLinesAndUsesTheRest() throws IOException {
        writeLines(List.of(
                BaselineLine.write(run(Verdict.PASS, 1)),
                "<<<<<<< HEAD",
                "",
                BaselineLine.write(run(Verdict.PASS, 2)).substring(0, 200),
                BaselineLine.write(run(Verdict.PASS, 3)).replace("\"runId\":\"run-3\",", "")));

        assertThat(usedIds()).containsExactly("run-1");
        assertThat(find().warnings())
                .containsExactly(damaged(2, "no JSON"), damaged(4, "no JSON"), damaged(5, "runId is missing"));
    }

    @Test
    void doesNotUseALineWithImpossibleNumbersAndKeepsItVerbatim() throws IOException {
        String impossible = BaselineLine.write(run(Verdict.PASS, 2)).replace("\"ttft.p90\":", "\"ttft.p90\":-");
        writeLines(List.of(BaselineLine.write(run(Verdict.PASS, 1)), impossible));

        assertThat(usedIds()).containsExactly("run-1");
        assertThat(find().warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.line()).isEqualTo(2))
                .extracting(LineWarning::fault)
                .isInstanceOfSatisfying(LineWarning.Damaged.class, damaged -> assertThat(damaged.how())
                        .startsWith("values.ttft.p90"));

        append(run(Verdict.PASS, 3));

        assertThat(usedIds()).containsExactly("run-1", "run-3");
        assertThat(Files.readString(file)).contains(impossible + "\n");
    }

    @Test
    void saysThatALineIsNewerThanItself() throws IOException {
        writeLines(List.of("{\"schema\":2}", BaselineLine.write(run(Verdict.PASS, 1))));

        assertThat(usedIds()).containsExactly("run-1");
        assertThat(find().warnings()).containsExactly(new LineWarning(SHOWN, 1, new LineWarning.Newer()));
    }

    @Test
    void saysThatNoLineCanBeUsed() throws IOException {
        writeLines(List.of("rubbish"));

        assertThat(find().why()).contains(none(new NoRuns.NoLineUsable()));
    }

    @Test
    void namesTheFieldsThatChangedComparedWithTheNearestRun() throws IOException {
        append(run(Verdict.PASS, 1));
        plan.maxNewTokens = 512;
        append(run(plan, new MeasurementFixture(), Verdict.PASS, 2));
        plan.promptHash = "d4";

        assertThat(find().why())
                .contains(none(new NoRuns.Changed(List.of(new Difference("promptHash", "a1b2c3", "d4")))));
    }

    @Test
    void namesAnotherModelAndOtherLabels() throws IOException {
        append(run(Verdict.PASS, 1));

        BaselineLookup lookup =
                store.find(plan.build(), environment("default", "llama-3", Map.of("gpu", "H100", "tp", "2")));

        assertThat(lookup.runs()).isEmpty();
        assertThat(lookup.why())
                .contains(none(new NoRuns.Changed(List.of(
                        new Difference("model", "qwen2.5-7b", "llama-3"),
                        new Difference("label gpu", "A100", "H100"),
                        new Difference("label tp", "", "2")))));
    }

    @Test
    void namesTheEnvironmentsThatHaveRuns() throws IOException {
        append(run(Verdict.PASS, 1));

        assertThat(store.find(plan.build(), environment("ci", "qwen2.5-7b", Map.of()))
                        .why())
                .map(NoRuns::why)
                .contains(new NoRuns.OtherEnvironment(new TreeSet<>(Set.of("default")), "ci"));
    }

    @Test
    void doesNotCompareARunWithItself() throws IOException {
        append(run(Verdict.PASS, 1));
        plan.runId = "run-1";

        assertThat(find().why()).contains(none(new NoRuns.NoOther()));
    }

    @Test
    void readsNothingThroughALinkOutOfTheDirectory() throws IOException {
        append(run(Verdict.PASS, 1));
        Path outside = Files.move(file, temp.resolve("outside.jsonl"));
        Files.createSymbolicLink(file, outside);

        BaselineLookup lookup = find();

        assertThat(lookup.runs()).isEmpty();
        assertThat(lookup.why())
                .contains(new NoRuns(
                        file.toString(),
                        new NoRuns.Unreadable(file + " must not lead out of the baseline directory, but is a link to "
                                + outside + "; remove the link"),
                        false));
    }
}
