package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.environment;
import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What git makes of a file to which two branches added lines. */
class GitMergeTests {

    @TempDir
    Path temp;

    private Git git;
    private Path file;
    private BaselineStore store;
    private final PlanFixture plan = new PlanFixture();

    @BeforeEach
    void recordOnMain() throws IOException, InterruptedException {
        git = Git.init(temp);
        file = temp.resolve("baselines/default/com.acme.RagLatencyTest/staysResponsive/single.jsonl");
        store = BaselineStore.open(temp.resolve("baselines"));
    }

    private void record(int from, int to) throws IOException, InterruptedException {
        for (int i = from; i < to; i++) {
            store.append(run(Verdict.PASS, i));
        }
        git.commitAll("Record runs " + from + " to " + to);
    }

    private void branch(String name) throws IOException, InterruptedException {
        git.run("checkout", "--quiet", "-b", name, "main");
    }

    private void merge() throws IOException, InterruptedException {
        git.run("checkout", "--quiet", "main");
        git.run("merge", "--quiet", "--no-edit", "other");
    }

    private void edit(String runId, String from, String to) throws IOException {
        List<String> lines = Files.readAllLines(file);
        lines.replaceAll(line -> line.contains("\"" + runId + "\"") ? line.replace(from, to) : line);
        Files.write(file, lines);
    }

    private List<String> ids() throws IOException {
        BaselineFile read = BaselineFile.read(file, "x");
        assertThat(read.warnings()).isEmpty();
        return read.runs().stream().map(BaselineRun::runId).toList();
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "run-" + i).toList();
    }

    @Test
    void keepsTheLinesOfBothBranches() throws Exception {
        record(0, 3);
        branch("other");
        record(3, 5);
        git.run("checkout", "--quiet", "main");
        record(5, 8);

        merge();

        assertThat(ids()).isEqualTo(ids(0, 8));
        assertThat(store.find(plan.build(), environment()).runs()).hasSize(8);
    }

    @Test
    void keepsTheLinesOfTwoBranchesThatBothBegan() throws Exception {
        Files.writeString(temp.resolve("readme"), "x");
        git.commitAll("Begin");
        branch("other");
        record(0, 2);
        git.run("checkout", "--quiet", "main");
        record(2, 4);

        merge();

        assertThat(ids()).isEqualTo(ids(0, 4));
    }

    @Test
    void keepsTheLinesOfBothBranchesWhenOneShortenedOldOnes() throws Exception {
        record(0, 30);
        branch("other");
        store.append(run(Verdict.PASS, 100));
        git.commitAll("Record");
        git.run("reset", "--quiet", "--hard", "HEAD~1");
        // A build that knows nothing of shortening: it only appends.
        Files.writeString(file, Files.readString(file) + run(Verdict.PASS, 101).line() + "\n");
        git.commitAll("Append");
        git.run("checkout", "--quiet", "main");
        record(30, 36);
        assertThat(Files.readAllLines(file).get(5)).doesNotContain("histograms");

        merge();

        assertThat(ids()).containsAll(ids(0, 36)).contains("run-101").hasSize(37);
        store.append(run(Verdict.PASS, 102));
        assertThat(ids()).hasSize(38);
        assertThat(Files.readAllLines(file)).hasSize(38);
        assertThat(Files.readAllLines(file).stream().filter(line -> line.contains("histograms")))
                .hasSize(30);
    }

    @Test
    void keepsTheLinesOfBothBranchesWhenBothShortenedOldOnes() throws Exception {
        record(0, 30);
        branch("other");
        record(40, 47);
        git.run("checkout", "--quiet", "main");
        record(30, 34);

        merge();

        assertThat(ids()).hasSize(41).containsAll(ids(0, 34)).containsAll(ids(40, 47));
        store.append(run(Verdict.PASS, 50));
        assertThat(Files.readAllLines(file)).hasSize(42);
    }

    @Test
    void keepsAnAcceptanceOfARunThatAnotherBranchShortened() throws Exception {
        for (int i = 0; i < 30; i++) {
            store.append(run(i == 2 ? Verdict.REGRESSION : Verdict.PASS, i));
        }
        git.commitAll("Record");
        branch("other");
        edit("run-2", "\"verdict\"", "\"edit\":1,\"accepted\":\"larger model\",\"verdict\"");
        git.commitAll("Accept");
        git.run("checkout", "--quiet", "main");
        record(30, 36);

        merge();
        store.append(run(Verdict.PASS, 40));

        assertThat(Files.readAllLines(file)).hasSize(37);
        assertThat(BaselineFile.read(file, "x").runs().get(2))
                .matches(run -> "larger model".equals(run.accepted()) && run.isSummary() && run.edit() == 1);
    }

    @Test
    void keepsAnAcceptanceAndATagThatTwoBranchesGaveOneRun() throws Exception {
        store.append(run(Verdict.PASS, 0));
        store.append(run(Verdict.REGRESSION, 1));
        git.commitAll("Record");
        branch("other");
        edit("run-1", "\"verdict\"", "\"edit\":1,\"accepted\":\"larger model\",\"verdict\"");
        git.commitAll("Accept");
        git.run("checkout", "--quiet", "main");
        edit("run-1", "\"verdict\"", "\"edit\":1,\"tag\":\"v1.2\",\"verdict\"");
        git.commitAll("Tag");

        merge();
        store.append(run(Verdict.PASS, 2));

        assertThat(BaselineFile.read(file, "x").runs().get(1))
                .matches(run -> "larger model".equals(run.accepted()) && "v1.2".equals(run.tag()));
    }

    @Test
    void keepsBothBranchesAfterARebase() throws Exception {
        record(0, 3);
        branch("other");
        record(3, 5);
        git.run("checkout", "--quiet", "main");
        record(5, 8);

        git.run("rebase", "--quiet", "other");

        assertThat(ids()).isEqualTo(ids(0, 8));
    }
}
