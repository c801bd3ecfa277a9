package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.environment;
import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.BaselinePolicy.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElsewhereTests {

    private static final String OLD = "baselines/default/com.acme.RagLatencyTest/staysResponsive/single.jsonl";
    private static final String RECORD = "record one with -Dllmperf.baseline=record";

    @TempDir
    Path temp;

    private BaselineStore store;
    private final PlanFixture plan = new PlanFixture();

    @BeforeEach
    void recordOne() throws IOException {
        store = BaselineStore.open(temp.resolve("baselines"));
        store.append(run("PASS", 1));
    }

    private String why() {
        BaselineLookup lookup = store.find(plan.build(), environment());
        assertThat(lookup.runs()).isEmpty();
        return lookup.why();
    }

    /** Does as the message says, and tells that the runs are found then. */
    private void moveAs(String why) throws IOException, InterruptedException {
        Git git = Git.init(temp);
        git.commitAll("Record");
        String command = why.substring(why.indexOf("git mv"), why.indexOf(", or record"));
        assertThat(Git.start(temp, List.of("sh", "-c", command)).output()).isEmpty();
        assertThat(store.find(plan.build(), environment()).runs())
                .extracting(BaselineRun::runId)
                .containsExactly("run-1");
    }

    @Test
    void saysHowToMoveTheRunsOfARenamedClass() throws Exception {
        plan.className = "com.acme.rag.LatencyTest";

        assertThat(why())
                .isEqualTo("none stored yet in baselines/default/com.acme.rag.LatencyTest/staysResponsive/single.jsonl;"
                        + " comparable runs lie under com.acme.RagLatencyTest.staysResponsive[single]; renamed? move its"
                        + " runs: git mv baselines/default/com.acme.RagLatencyTest"
                        + " baselines/default/com.acme.rag.LatencyTest, or " + RECORD);
        moveAs(why());
    }

    /** Whoever moved them would take them from a test that is still there. */
    @Test
    void asksForNoMoveOfWhatThisBuildRecorded() throws IOException {
        int fiftyYears = 50 * 365 * 24;
        store.append(run("PASS", fiftyYears));
        plan.methodName = "isQuick";

        assertThat(why()).endsWith("isQuick/single.jsonl; " + RECORD);
    }

    @Test
    void saysHowToMoveTheRunsOfARenamedMethod() throws Exception {
        plan.methodName = "isQuick";

        assertThat(why())
                .contains("; renamed? move its runs: git mv baselines/default/com.acme.RagLatencyTest/staysResponsive"
                        + " baselines/default/com.acme.RagLatencyTest/isQuick, or ");
        moveAs(why());
    }

    @Test
    void saysHowToMoveTheRunsOfARenamedCell() throws Exception {
        plan.cellName = "users=20,prompt=rag";

        assertThat(why())
                .contains(
                        "; renamed? move its runs: git mv " + OLD
                                + " 'baselines/default/com.acme.RagLatencyTest/staysResponsive/users=20,prompt=rag.jsonl', or ");
        moveAs(why());
    }

    @Test
    void movesNoMoreThanWhatIsFree() throws Exception {
        plan.className = "com.acme.OtherTest";
        plan.methodName = "another";
        store.append(run(plan, new MeasurementFixture(), "PASS", 2));
        plan.methodName = "staysResponsive";

        assertThat(why())
                .contains("git mv baselines/default/com.acme.RagLatencyTest/staysResponsive"
                        + " baselines/default/com.acme.OtherTest/staysResponsive, or ");
        moveAs(why());
    }

    @Test
    void saysItAlsoWhenThisRunIsRecorded() {
        plan.mode = Mode.RECORD;
        plan.methodName = "isQuick";

        assertThat(why()).endsWith("com.acme.RagLatencyTest/isQuick, or this run is recorded");
    }

    @Test
    void doesNotMoveRunsOfAnotherLoad() {
        plan.methodName = "isQuick";
        plan.maxNewTokens = 512;

        assertThat(why())
                .isEqualTo(
                        "none stored yet in baselines/default/com.acme.RagLatencyTest/isQuick/single.jsonl; " + RECORD);
    }

    @Test
    void doesNotMoveRunsOfATestThatDiffersInMoreThanItsClass() {
        plan.className = "com.acme.OtherTest";
        plan.methodName = "isQuick";

        assertThat(why()).doesNotContain("renamed");
    }

    @Test
    void doesNotMoveRunsOfAnotherEnvironment() throws IOException {
        plan.methodName = "isQuick";

        String why = store.find(plan.build(), environment("ci", "qwen2.5-7b", Map.of("gpu", "A100")))
                .why();

        assertThat(why).doesNotContain("renamed");
    }

    @Test
    void asksTheNewestRunWhetherItIsComparable() throws IOException {
        plan.maxNewTokens = 512;
        store.append(run(plan, new MeasurementFixture(), "PASS", 2));
        plan.methodName = "isQuick";

        assertThat(why()).contains("renamed?");
        plan.maxNewTokens = 128;
        assertThat(why()).doesNotContain("renamed?");
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

        assertThat(why()).contains("git mv baselines/default/com.acme.RagLatencyTest ");
    }

    @Test
    void readsNoMoreThanTwentyFiles() throws IOException {
        plan.maxNewTokens = 512;
        Path environment = temp.resolve("baselines/default");
        String line = run(plan, new MeasurementFixture(), "PASS", 2).line() + "\n";
        for (int i = 10; i < 10 + Elsewhere.MOST_READ - 1; i++) {
            Path file = environment.resolve("a.Test" + i + "/staysResponsive/single.jsonl");
            Files.createDirectories(file.getParent());
            Files.writeString(file, line);
        }
        plan.maxNewTokens = 128;
        plan.className = "z.Test";
        assertThat(why()).contains("renamed?");

        Path oneMore = environment.resolve("a.Test9/staysResponsive/single.jsonl");
        Files.createDirectories(oneMore.getParent());
        Files.writeString(oneMore, line);

        assertThat(why()).doesNotContain("renamed?");
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
        assertThat(why()).doesNotContain("renamed?");
    }

    @Test
    void readsByPathWhateverTestALineNames() throws Exception {
        plan.className = "com.acme.rag.LatencyTest";
        Path moved = temp.resolve("baselines/default/com.acme.rag.LatencyTest/staysResponsive/single.jsonl");
        Files.createDirectories(moved.getParent());
        Git git = Git.init(temp);
        git.commitAll("Record");

        git.run("mv", OLD, temp.relativize(moved).toString());
        store.append(run(plan, new MeasurementFixture(), "PASS", 2));

        BaselineLookup lookup = store.find(plan.build(), environment());
        assertThat(lookup.runs()).extracting(BaselineRun::runId).containsExactly("run-1", "run-2");
        assertThat(lookup.runs().get(0).test().className()).isEqualTo("com.acme.RagLatencyTest");
        assertThat(lookup.warnings()).isEmpty();
    }

    @Test
    void keepsTwoEnvironmentsApart() throws IOException {
        Environment laptop = environment("laptop", "qwen2.5-7b", Map.of("gpu", "A100"));
        store.append(run(plan, laptop, new MeasurementFixture(), "PASS", 2));

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

        BaselineLookup lookup = store.find(plan.build(), environment("laptop", "qwen2.5-7b", Map.of("gpu", "A100")));

        assertThat(lookup.runs()).isEmpty();
        assertThat(lookup.why()).contains("environment changed from default to laptop");
    }

    @Test
    void namesAllEnvironmentsThatHaveRuns() throws IOException {
        store.append(run(plan, environment("laptop", "m", Map.of()), new MeasurementFixture(), "PASS", 2));

        assertThat(store.find(plan.build(), environment("ci", "m", Map.of())).why())
                .isEqualTo("environment changed from default or laptop to ci; set llmperf.environment to default or"
                        + " laptop to compare with those runs, or " + RECORD);
    }
}
