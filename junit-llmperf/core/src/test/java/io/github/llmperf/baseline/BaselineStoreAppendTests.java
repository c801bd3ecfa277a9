package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.environment;
import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.file.LockedFile;
import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineStoreAppendTests {

    @TempDir
    Path temp;

    Path directory;
    Path file;
    BaselineStore store;

    @BeforeEach
    void open() {
        directory = temp.resolve("baselines");
        file = directory.resolve("default/com.acme.RagLatencyTest/staysResponsive/single.jsonl");
        store = BaselineStore.open(directory);
    }

    @Test
    void writesOneLinePerRun() throws IOException {
        assertThat(store.append(run(Verdict.PASS, 1))).isTrue();
        assertThat(store.append(run(Verdict.PASS, 2))).isTrue();

        assertThat(Files.readString(file))
                .isEqualTo(BaselineLine.write(run(Verdict.PASS, 1)) + "\n" + BaselineLine.write(run(Verdict.PASS, 2))
                        + "\n");
    }

    @Test
    void writesTheSameRunOnce() throws IOException {
        store.append(run(Verdict.PASS, 1));

        assertThat(store.append(run(Verdict.IMPROVED, 1))).isFalse();
        assertThat(Files.readAllLines(file)).hasSize(1);
    }

    @Test
    void tellsGitHowToMergeAndWhatToIgnore() throws IOException {
        store.append(run(Verdict.PASS, 1));

        assertThat(directory.resolve(".gitattributes")).hasContent("*.jsonl merge=union\n");
        assertThat(directory.resolve(".gitignore")).hasContent(".lock\n*.tmp\n");
    }

    @Test
    void leavesSettingsForGitAsTheyAre() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(".gitignore"), "mine");

        store.append(run(Verdict.PASS, 1));

        assertThat(directory.resolve(".gitignore")).hasContent("mine");
    }

    @Test
    void keepsDamagedLinesByteForByteAndEndsAnUnfinishedOne() throws IOException {
        byte[] before = "{\"schema\":2}\r\n\u00e9 rubbish \n{\"schema\":1,".getBytes(StandardCharsets.ISO_8859_1);
        Files.createDirectories(file.getParent());
        Files.write(file, before);

        store.append(run(Verdict.PASS, 1));

        byte[] after = Files.readAllBytes(file);
        assertThat(after).startsWith(before);
        assertThat(new String(after, before.length, after.length - before.length, StandardCharsets.UTF_8))
                .isEqualTo("\n" + BaselineLine.write(run(Verdict.PASS, 1)) + "\n");
    }

    @Test
    void survivesAKillBetweenWritingAndRenaming() throws IOException {
        store.append(run(Verdict.PASS, 1));
        String before = Files.readString(file);
        Path halfWritten = file.resolveSibling("single.jsonl.tmp");
        Files.writeString(halfWritten, before.substring(0, 50));

        assertThat(store.find(new PlanFixture().build(), environment()).runs()).hasSize(1);
        store.append(run(Verdict.PASS, 2));

        assertThat(Files.readString(file)).startsWith(before).contains("run-2");
        assertThat(halfWritten).doesNotExist();
    }

    @Test
    void leavesTheFileAsItWasWhenItCannotBeReplaced() throws IOException {
        store.append(run(Verdict.PASS, 1));
        String before = Files.readString(file);
        Files.createDirectories(file.resolveSibling("single.jsonl.tmp/in the way"));

        assertThatIOException()
                .isThrownBy(() -> store.append(run(Verdict.PASS, 2)))
                .withMessage("baseline could not be written to " + file + " (directory not empty); what was stored is"
                        + " unchanged. Free or unlock the place, or set llmperf.baseline.dir to a directory that can be"
                        + " written");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void saysThatItWasInterrupted() {
        Thread.currentThread().interrupt();
        Path lock = directory.resolve(".lock");

        assertThatExceptionOfType(InterruptedIOException.class)
                .isThrownBy(() -> LockedFile.hold(lock, NanoClock.SYSTEM, held -> store.append(run(Verdict.PASS, 2))))
                .withMessage("interrupted while waiting for " + lock);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void saysThatTheDirectoryCannotBeWritten() throws IOException {
        Files.writeString(directory, "a file in its place");

        assertThatIOException()
                .isThrownBy(() -> store.append(run(Verdict.PASS, 1)))
                .withMessage("baseline could not be written to " + file + " (file already exists); what was stored is"
                        + " unchanged. Free or unlock the place, or set llmperf.baseline.dir to a directory that can be"
                        + " written");
    }

    @Test
    void writesNothingThroughALinkOutOfTheDirectory() throws IOException {
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.createDirectories(directory);
        Files.createSymbolicLink(directory.resolve("default"), outside);

        assertThatIOException()
                .isThrownBy(() -> store.append(run(Verdict.PASS, 1)))
                .withMessageContaining(directory.resolve("default")
                        + " must not lead out of the baseline directory, but is a link to " + outside);
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void writesNothingOutsideWhateverTheNames() throws IOException {
        PlanFixture plan = new PlanFixture();
        plan.className = "../../outside";
        plan.methodName = "..";
        plan.cellName = "prompt=/etc/passwd";
        BaselineRun run = run(plan, environment("../../..", "m", Map.of()), new MeasurementFixture(), Verdict.PASS, 1);

        store.append(run);

        try (Stream<Path> entries = Files.list(temp)) {
            assertThat(entries).containsExactly(directory);
        }
        assertThat(store.find(plan.build(), environment("../../..", "m", Map.of()))
                        .runs())
                .hasSize(1);
    }

    @Test
    void losesNothingToThreadsThatWriteAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Boolean>> appended = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            BaselineRun run = run(Verdict.PASS, i);
            appended.add(threads.submit(() -> BaselineStore.open(directory).append(run)));
        }
        for (Future<Boolean> future : appended) {
            assertThat(future.get()).isTrue();
        }
        threads.shutdown();

        assertThat(Files.readAllLines(file)).hasSize(24).doesNotHaveDuplicates();
    }

    /** Appends ten runs from a process of its own. */
    static final class WriterTestCase {

        public static void main(String[] args) throws IOException {
            for (int i = 0; i < 10; i++) {
                BaselineStore.open(Path.of(args[0])).append(run(Verdict.PASS, Integer.parseInt(args[1]) + i));
            }
        }
    }

    @Test
    void losesNothingToProcessesThatWriteAtOnce() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int first : new int[] {100, 200}) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            WriterTestCase.class.getName(),
                            directory.toString(),
                            Integer.toString(first))
                    .inheritIO()
                    .start());
        }
        for (int i = 0; i < 10; i++) {
            store.append(run(Verdict.PASS, i));
        }
        for (Process process : processes) {
            assertThat(process.waitFor()).isZero();
        }

        assertThat(Files.readAllLines(file)).hasSize(30).doesNotHaveDuplicates();
    }
}
