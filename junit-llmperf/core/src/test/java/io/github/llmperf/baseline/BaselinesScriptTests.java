package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the CI examples, in clones of a repository on this machine. */
class BaselinesScriptTests {

    private static final Path SCRIPT =
            Path.of("../../docs/ci/baselines.sh").toAbsolutePath().normalize();

    @TempDir
    Path temp;

    private Git origin;

    @BeforeEach
    void createARepository() throws IOException, InterruptedException {
        assumeTrue(Git.isThere("git"), "git is not installed");
        Path bare = Files.createDirectory(temp.resolve("origin.git"));
        origin = new Git(bare);
        origin.run("init", "--quiet", "--bare", "--initial-branch=main");
        Git first = clone("first");
        first.run("checkout", "--quiet", "-B", "main");
        Files.writeString(first.directory().resolve("readme"), "x");
        first.commitAll("Begin");
        first.run("push", "--quiet", "origin", "main");
    }

    private Git clone(String name) throws IOException, InterruptedException {
        new Git(temp).run("clone", "--quiet", origin.directory().toString(), name);
        Git clone = new Git(temp.resolve(name));
        clone.identify();
        return clone;
    }

    /** A checkout as builds get it: one commit deep, and without an identity. */
    private Path checkout(String name) throws IOException, InterruptedException {
        new Git(temp).run("clone", "--quiet", "--depth=1", "file://" + origin.directory(), name);
        return temp.resolve(name);
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", SCRIPT.toString()));
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    private static Git.Ended attempt(Path checkout, String... arguments) throws IOException, InterruptedException {
        return Git.start(checkout, command(arguments), "LLMPERF_PAUSE", "0");
    }

    private static String script(Path checkout, String... arguments) throws IOException, InterruptedException {
        Git.Ended ended = attempt(checkout, arguments);
        assertThat(ended.status()).as(ended.output()).isZero();
        return ended.output();
    }

    private static void record(Path checkout, int run) throws IOException {
        BaselineStore.open(checkout.resolve("baselines")).append(run(Verdict.PASS, run));
    }

    /** The runs on the branch, as the next build finds them. */
    private List<String> pushed() throws IOException, InterruptedException {
        String lines =
                origin.run("show", "llmperf-baselines:default/com.acme.RagLatencyTest/staysResponsive/single.jsonl");
        return StoredLine.split(lines.getBytes(StandardCharsets.UTF_8)).stream()
                .map(line -> line.requireRun().runId())
                .sorted()
                .toList();
    }

    @Test
    void beginsTheBranchWithTheFirstPush() throws Exception {
        Path build = checkout("build");

        assertThat(script(build, "mount"))
                .isEqualTo("[baselines] mounted an empty baselines: there is no llmperf-baselines yet, the first push"
                        + " creates it\n");
        record(build, 1);
        assertThat(script(build, "push")).isEqualTo("[baselines] pushed llmperf-baselines\n");

        assertThat(pushed()).containsExactly("run-1");
        assertThat(origin.run("log", "--format=%an %s", "llmperf-baselines"))
                .matches("llmperf Record load tests of [0-9a-f]+ \\[skip ci]\nllmperf Begin the baselines\n");
        assertThat(origin.run("ls-tree", "--name-only", "-r", "main")).isEqualTo("readme\n");
    }

    @Test
    void givesALaterBuildWhatWasRecorded() throws Exception {
        Path first = checkout("build1");
        script(first, "mount");
        record(first, 1);
        script(first, "push");

        Path second = checkout("build2");
        assertThat(script(second, "mount")).isEqualTo("[baselines] mounted llmperf-baselines in baselines\n");

        assertThat(BaselineStore.open(second.resolve("baselines"))
                        .find(new PlanFixture().build(), BaselineFixture.environment())
                        .runs())
                .extracting(BaselineRun::runId)
                .containsExactly("run-1");
        assertThat(new Git(second).run("status", "--porcelain")).isEmpty();
    }

    @Test
    void pushesNothingWhenNothingWasRecorded() throws Exception {
        Path build = checkout("build");
        script(build, "mount");

        assertThat(script(build, "push")).isEqualTo("[baselines] nothing was recorded\n");
        assertThat(origin.run("branch", "--list")).doesNotContain("llmperf");
    }

    @Test
    void mergesWhatAnotherBuildPushedFirst() throws Exception {
        Path one = checkout("build1");
        Path other = checkout("build2");
        script(one, "mount");
        script(other, "mount");
        record(one, 1);
        record(other, 2);

        script(one, "push");
        assertThat(script(other, "push"))
                .contains("[baselines] another build was first: merging\n")
                .endsWith("[baselines] pushed llmperf-baselines\n");

        assertThat(pushed()).containsExactly("run-1", "run-2");
        assertThat(origin.run("log", "--format=%s", "-1", "llmperf-baselines"))
                .isEqualTo("Merge load tests of another build [skip ci]\n");
    }

    @Test
    void losesNothingWhenBuildsRace() throws Exception {
        List<Path> builds = List.of(checkout("build1"), checkout("build2"), checkout("build3"));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < builds.size(); i++) {
                script(builds.get(i), "mount");
                record(builds.get(i), 10 * i + round);
            }
            List<Process> pushes = new ArrayList<>();
            for (Path build : builds) {
                pushes.add(Git.process(build, command("push"), "LLMPERF_PAUSE", "0", "LLMPERF_ATTEMPTS", "50")
                        .redirectOutput(build.resolve("push.txt").toFile())
                        .start());
            }
            for (int i = 0; i < pushes.size(); i++) {
                int status = pushes.get(i).waitFor();
                assertThat(status)
                        .as(Files.readString(builds.get(i).resolve("push.txt")))
                        .isZero();
            }
        }

        assertThat(pushed()).containsExactly("run-0", "run-1", "run-10", "run-11", "run-20", "run-21");
    }

    @Test
    void mountsAgainInACheckoutThatIsKept() throws Exception {
        Path build = checkout("build");
        script(build, "mount");
        record(build, 1);
        script(build, "push");
        record(build, 2); // whatever a cancelled build left

        Git.Ended mounted = attempt(build, "mount");

        assertThat(mounted.output())
                .contains("[baselines] an earlier build left runs that it did not push; they are on branch"
                        + " llmperf-unpushed-");
        assertThat(new Git(build).run("branch", "--list", "llmperf-unpushed-*")).contains("llmperf-unpushed-");
        assertThat(BaselineFile.read(
                                build.resolve("baselines/default/com.acme.RagLatencyTest/staysResponsive/single.jsonl"),
                                "x")
                        .runs())
                .hasSize(1);
        // git clean, as runners do it, takes the work tree away and leaves its registration.
        new Git(build).run("clean", "-ffdxq");
        assertThat(attempt(build, "mount").output()).doesNotContain("did not push");
        assertThat(build.resolve("baselines/default")).isDirectory();
        assertThat(Files.readAllLines(build.resolve(".git/info/exclude")).stream()
                        .filter("/baselines/"::equals))
                .hasSize(1);
    }

    @Test
    void recordsWithReasonAndTag() throws Exception {
        List<String> command = command("recording", "printf", "<%s>", "mvn", "-Done=two words");

        assertThat(Git.start(temp, command).output()).isEqualTo("<mvn><-Done=two words><-Dllmperf.baseline=record>");
        assertThat(Git.start(temp, command, "LLMPERF_ACCEPT", "larger \"model\" $HOME", "LLMPERF_TAG", "v1.2")
                        .output())
                .isEqualTo("<mvn><-Done=two words><-Dllmperf.baseline=record>"
                        + "<-Dllmperf.baseline.accept=larger \"model\" $HOME><-Dllmperf.baseline.tag=v1.2>");
        assertThat(Git.start(temp, command, "LLMPERF_TAG", "v1.2+3 final").output())
                .endsWith("<-Dllmperf.baseline.tag=v1.2-3-final>");
        assertThat(Git.start(temp, command("recording", "false")).status()).isEqualTo(1);
    }

    @Test
    void refusesADirectoryThatHoldsFiles() throws Exception {
        Path build = checkout("build");
        Files.createDirectories(build.resolve("baselines/default"));

        Git.Ended ended = attempt(build, "mount");

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output())
                .isEqualTo("[baselines] baselines must be empty, but holds files; move them to branch"
                        + " llmperf-baselines and remove them from this one\n");
    }

    @Test
    void saysThatNothingIsMounted() throws Exception {
        assertThat(attempt(checkout("build"), "push").output())
                .isEqualTo("[baselines] baselines must be mounted; run \"" + SCRIPT + " mount\" first\n");
    }

    @Test
    void saysThatTheRemoteCannotBeReached() throws Exception {
        Path build = checkout("build");
        new Git(build)
                .run("remote", "set-url", "origin", temp.resolve("missing.git").toString());

        Git.Ended ended = attempt(build, "mount");

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output())
                .endsWith("[baselines] llmperf-baselines cannot be read; make the remote reachable for this job"
                        + " (LLMPERF_REMOTE, permissions)\n");
    }

    @Test
    void givesUpWhereThisJobMayNotPush() throws Exception {
        Path build = checkout("build");
        script(build, "mount");
        record(build, 1);
        script(build, "push");
        Path hook = origin.directory().resolve("hooks/pre-receive");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\nexit 1\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        record(build, 2);

        Git.Ended ended = attempt(build, "push");

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output())
                .endsWith("[baselines] llmperf-baselines has not moved, and still the push was refused; give this job"
                        + " the right to push to it\n");
    }

    @Test
    void saysWhatItCanDo() throws Exception {
        assertThat(attempt(temp, "sync").output())
                .isEqualTo("[baselines] first argument must be mount, recording or push, but is \"sync\"\n");
        assertThat(attempt(temp).status()).isEqualTo(1);
    }

    @Test
    void isWhatTheExamplesRun() throws IOException {
        try (Stream<Path> examples = Files.list(SCRIPT.getParent())) {
            assertThat(examples.filter(file -> file.toString().endsWith(".yml")))
                    .hasSize(2)
                    .allSatisfy(example -> assertThat(Files.readString(example))
                            .contains("ci/baselines.sh mount", "ci/baselines.sh recording $LOAD_TESTS")
                            .contains("ci/baselines.sh push"));
        }
    }
}
