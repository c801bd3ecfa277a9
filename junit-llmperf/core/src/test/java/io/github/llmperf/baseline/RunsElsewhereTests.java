package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.environment;
import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.MissingReference;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.wording.FindingText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsElsewhereTests {

    private static final String OLD = "baselines/default/com.acme.RagLatencyTest/staysResponsive/single.jsonl";
    private static final String METHODS = "baselines/default/com.acme.RagLatencyTest/";

    @TempDir
    Path temp;

    private BaselineStore store;
    private final PlanFixture plan = new PlanFixture();

    @BeforeEach
    void recordOne() throws IOException {
        store = BaselineStore.open(temp.resolve("baselines"));
        store.append(run(Verdict.PASS, 1));
    }

    private NoRuns.Why why(Environment here) {
        BaselineLookup lookup = store.find(plan.build(), here);
        assertThat(lookup.runs()).isEmpty();
        return lookup.why().orElseThrow().why();
    }

    private Optional<NoRuns.Renamed> renamed(Environment here) {
        return ((NoRuns.NoneYet) why(here)).renamed();
    }

    private Optional<NoRuns.Renamed> renamed() {
        return renamed(environment());
    }

    private static NoRuns.Renamed toMove(String source, String target) {
        return new NoRuns.Renamed(
                new BaselineRun.TestName("com.acme.RagLatencyTest", "staysResponsive", "single"), source, target);
    }

    /** Does as a report says, and tells that the runs are found then. */
    private void move() throws IOException, InterruptedException {
        NoRuns none = store.find(plan.build(), environment()).why().orElseThrow();
        String why = FindingText.of(
                new Finding.NotComparable(new MissingReference.NothingStored(Reference.STORED_RUNS, none)));
        Git git = Git.init(temp);
        git.commitAll("Record");
        String command = why.substring(why.indexOf("git mv"), why.lastIndexOf(", or "));
        assertThat(Git.start(temp, List.of("sh", "-c", command)).output()).isEmpty();
        assertThat(store.find(plan.build(), environment()).runs())
                .extracting(BaselineRun::runId)
                .containsExactly("run-1");
    }

    @Test
    void saysHowToMoveTheRunsOfARenamedClass() throws Exception {
        plan.className = "com.acme.rag.LatencyTest";

        assertThat(renamed())
                .contains(toMove(
                        "baselines/default/com.acme.RagLatencyTest", "baselines/default/com.acme.rag.LatencyTest"));
        move();
    }

    /** Whoever moved them would take them from a test that is still there. */
    @Test
    void asksForNoMoveOfWhatThisBuildRecorded() throws IOException {
        int fiftyYears = 50 * 365 * 24;
        store.append(run(Verdict.PASS, fiftyYears));
        plan.methodName = "isQuick";

        assertThat(renamed()).isEmpty();
    }

    @Test
    void saysHowToMoveTheRunsOfARenamedMethod() throws Exception {
        plan.methodName = "isQuick";

        assertThat(renamed()).contains(toMove(METHODS + "staysResponsive", METHODS + "isQuick"));
        move();
    }

    @Test
    void saysHowToMoveTheRunsOfARenamedCell() throws Exception {
        plan.cellName = "users=20,prompt=rag";

        assertThat(renamed()).contains(toMove(OLD, METHODS + "staysResponsive/users=20,prompt=rag.jsonl"));
        move();
    }

    @Test
    void movesNoMoreThanWhatIsFree() throws Exception {
        plan.className = "com.acme.OtherTest";
        plan.methodName = "another";
        store.append(run(plan, new MeasurementFixture(), Verdict.PASS, 2));
        plan.methodName = "staysResponsive";

        assertThat(renamed())
                .contains(toMove(METHODS + "staysResponsive", "baselines/default/com.acme.OtherTest/staysResponsive"));
        move();
    }

    @Test
    void saysItAlsoWhenThisRunIsRecorded() {
        plan.mode = Mode.RECORD;
        plan.methodName = "isQuick";

        assertThat(renamed()).isPresent();
    }

    @Test
    void doesNotMoveRunsOfAnotherLoad() {
        plan.methodName = "isQuick";
        plan.maxNewTokens = 512;

        assertThat(renamed()).isEmpty();
    }

    @Test
    void doesNotMoveRunsOfATestThatDiffersInMoreThanItsClass() {
        plan.className = "com.acme.OtherTest";
        plan.methodName = "isQuick";

        assertThat(renamed()).isEmpty();
    }

    @Test
    void doesNotMoveRunsOfAnotherEnvironment() throws IOException {
        plan.methodName = "isQuick";

        assertThat(renamed(environment("ci", "qwen2.5-7b", Map.of("gpu", "A100"))))
                .isEmpty();
    }

    @Test
    void asksTheNewestRunWhetherItIsComparable() throws IOException {
        plan.maxNewTokens = 512;
        store.append(run(plan, new MeasurementFixture(), Verdict.PASS, 2));
        plan.methodName = "isQuick";

        assertThat(renamed()).isPresent();
        plan.maxNewTokens = 128;
        assertThat(renamed()).isEmpty();
    }

    @Test
    void passesOverWhatCannotBeRead() throws IOException {
        Path environment = temp.resolve("baselines/default");
        Files.writeString(environment.resolve("a-file"), "x");
        Files.createDirectories(environment.resolve("a.Test/staysResponsive/single.jsonl"));
        Path damaged = environment.resolve("b.Test/staysResponsive/single.jsonl");
        Files.createDirectories(damaged.getParent());
        Files.writeString(damaged, "rubbish\n");
        plan.className = "com.acme.rag.LatencyTest";

        assertThat(renamed().orElseThrow().source()).isEqualTo("baselines/default/com.acme.RagLatencyTest");
    }

    @Test
    void readsNoMoreThanTwentyFiles() throws IOException {
        plan.maxNewTokens = 512;
        Path environment = temp.resolve("baselines/default");
        String line = run(plan, new MeasurementFixture(), Verdict.PASS, 2).line() + "\n";
        for (int i = 10; i < 10 + RunsElsewhere.MOST_READ - 1; i++) {
            Path file = environment.resolve("a.Test" + i + "/staysResponsive/single.jsonl");
            Files.createDirectories(file.getParent());
            Files.writeString(file, line);
        }
        plan.maxNewTokens = 128;
        plan.className = "z.Test";
        assertThat(renamed()).isPresent();

        Path oneMore = environment.resolve("a.Test9/staysResponsive/single.jsonl");
        Files.createDirectories(oneMore.getParent());
        Files.writeString(oneMore, line);

        assertThat(renamed()).isEmpty();
    }

    @Test
    void looksAtNoMoreThanTwoHundredPlaces() throws IOException {
        Path method = temp.resolve("baselines/default/com.acme.RagLatencyTest");
        for (int i = 0; i < 300; i++) {
            Files.createDirectories(temp.resolve("baselines/default/a.Test" + i));
            Files.createDirectories(method.resolve("m" + i));
        }
        plan.methodName = "isQuick";

        // All places are taken by classes of which none has such a method.
        assertThat(renamed()).isEmpty();
    }

    @Test
    void readsByPathWhateverTestALineNames() throws Exception {
        plan.className = "com.acme.rag.LatencyTest";
        Path moved = temp.resolve("baselines/default/com.acme.rag.LatencyTest/staysResponsive/single.jsonl");
        Files.createDirectories(moved.getParent());
        Git git = Git.init(temp);
        git.commitAll("Record");

        git.run("mv", OLD, temp.relativize(moved).toString());
        store.append(run(plan, new MeasurementFixture(), Verdict.PASS, 2));

        BaselineLookup lookup = store.find(plan.build(), environment());
        assertThat(lookup.runs()).extracting(BaselineRun::runId).containsExactly("run-1", "run-2");
        assertThat(lookup.runs().get(0).test().className()).isEqualTo("com.acme.RagLatencyTest");
        assertThat(lookup.warnings()).isEmpty();
    }

    @Test
    void keepsTwoEnvironmentsApart() throws IOException {
        Environment laptop = environment("laptop", "qwen2.5-7b", Map.of("gpu", "A100"));
        store.append(run(plan, laptop, new MeasurementFixture(), Verdict.PASS, 2));

        assertThat(store.find(plan.build(), environment()).runs())
                .extracting(BaselineRun::runId)
                .containsExactly("run-1");
        assertThat(store.find(plan.build(), laptop).runs())
                .extracting(BaselineRun::runId)
                .containsExactly("run-2");
    }

    /** Whoever copies a file to another environment has changed what it says, and is told. */
    @Test
    void comparesNoLineOfAnotherEnvironmentWhereverItLies() throws IOException {
        Path copy = temp.resolve("baselines/laptop/com.acme.RagLatencyTest/staysResponsive/single.jsonl");
        Files.createDirectories(copy.getParent());
        Files.copy(temp.resolve(OLD), copy);

        assertThat(why(environment("laptop", "qwen2.5-7b", Map.of("gpu", "A100"))))
                .isEqualTo(new NoRuns.Changed(List.of(new Difference("environment", "default", "laptop"))));
    }

    @Test
    void namesAllEnvironmentsThatHaveRuns() throws IOException {
        store.append(run(plan, environment("laptop", "m", Map.of()), new MeasurementFixture(), Verdict.PASS, 2));

        assertThat(why(environment("ci", "m", Map.of())))
                .isEqualTo(new NoRuns.OtherEnvironment(new TreeSet<>(Set.of("default", "laptop")), "ci"));
    }
}
