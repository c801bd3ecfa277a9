package io.github.llmperf.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Target;
import io.github.llmperf.report.json.RequestLines;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class RequestSinkTests {

    @TempDir
    Path output;

    private final List<String> said = new ArrayList<>();

    @Test
    void writesEachRequestWithItsTextInTheOrderOfEnding() throws IOException {
        Report report = fullRecords();
        try (RequestSink sink = RequestSink.of(report.plan(), said::add)) {
            sink.started(report.run().times().started());
            report.run().records().forEach(sink::ended);
        }

        RequestLines lines = new RequestLines(report.plan().target());
        assertThat(unzipped(files(report.plan()).requests()).lines())
                .containsExactlyElementsOf(report.run().records().stream()
                        .map(request -> lines.line(request, report.run().times().started()))
                        .toList());
        assertThat(said).isEmpty();
        assertThat(written(report.plan())).containsExactly("requests.jsonl.gz");
    }

    @Test
    void countsTimesOfRepetitionsFromTheStartOfTheFirst() throws IOException {
        LoadPlan plan = fullRecords().plan();
        try (RequestSink sink = RequestSink.of(plan, said::add)) {
            sink.started(1_000_000_000);
            sink.ended(TestRecord.sentAt(1100).build());
            sink.started(2_000_000_000);
            sink.ended(TestRecord.sentAt(2100).build());
        }

        assertThat(unzipped(files(plan).requests()).lines())
                .satisfiesExactly(line -> assertThat(line).contains("\"sent\":100000000,"), line -> assertThat(line)
                        .contains("\"sent\":1100000000,"));
    }

    @Test
    void replacesTheFileOfAnEarlierRunOnlyWhenItIsWhole() throws IOException {
        LoadPlan plan = fullRecords().plan();
        write(plan, TestRecord.sentAt(1).build());
        try (RequestSink sink = RequestSink.of(plan, said::add)) {
            assertThat(unzipped(files(plan).requests())).contains("\"sent\":1000000,");
            sink.started(0);
            sink.ended(TestRecord.sentAt(2).build());
        }

        assertThat(unzipped(files(plan).requests()).lines())
                .singleElement()
                .asString()
                .contains("\"sent\":2000000,");
    }

    @Test
    void keepsWhatWasWrittenWhenTheRunBreaks() throws IOException {
        LoadPlan plan = fullRecords().plan();
        try (RequestSink sink = RequestSink.of(plan, said::add)) {
            sink.started(0);
            sink.ended(TestRecord.sentAt(1).build());
            throw new IllegalStateException("the load broke");
        } catch (IllegalStateException e) {
            assertThat(e.getSuppressed()).isEmpty();
        }

        assertThat(unzipped(files(plan).requests()).lines()).hasSize(1);
    }

    @Test
    void takesAllThatAnInterruptedThreadBrings() throws IOException {
        LoadPlan plan = fullRecords().plan();
        try (RequestSink sink = RequestSink.of(plan, said::add)) {
            sink.started(0);
            Thread.currentThread().interrupt();
            for (int i = 0; i < 2 * RequestQueue.CAPACITY; i++) {
                sink.ended(TestRecord.sentAt(i).build());
            }
        }

        assertThat(Thread.interrupted()).isTrue();
        assertThat(unzipped(files(plan).requests()).lines()).hasSize(2 * RequestQueue.CAPACITY);
    }

    @Test
    void makesSendersWaitForASlowDiskAndDropsNothing() throws Exception {
        LoadPlan plan = fullRecords().plan();
        CountDownLatch disk = new CountDownLatch(1);
        OutputStream slow = new FilterOutputStream(unfinished(plan)) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (Thread.currentThread().getName().equals("llmperf-requests")) {
                    await(disk);
                }
                out.write(bytes, offset, length);
            }
        };
        AtomicLong time = new AtomicLong();
        RequestFile file = new RequestFile(slow, lines(), () -> time.getAndAdd(RequestFile.FLUSH_NANOS));
        RequestSink sink = RequestQueue.start(file, files(plan), problem(plan));
        sink.started(0);
        int all = 3 * RequestQueue.CAPACITY;
        AtomicInteger sent = new AtomicInteger();
        Thread sender = new Thread(() -> {
            for (int i = 0; i < all; i++) {
                sink.ended(TestRecord.sentAt(i).build());
                sent.incrementAndGet();
            }
        });
        sender.start();
        while (sender.getState() != Thread.State.TIMED_WAITING && sender.isAlive()) {
            Thread.onSpinWait();
        }

        assertThat(sent.get()).isLessThanOrEqualTo(RequestQueue.CAPACITY + 1);
        disk.countDown();
        sender.join();
        sink.close();
        assertThat(unzipped(files(plan).requests()).lines()).hasSize(all);
    }

    @Test
    void canBeReadToTheLastSecondThoughTheProcessDied() throws IOException {
        ByteArrayOutputStream disk = new ByteArrayOutputStream();
        AtomicLong now = new AtomicLong();
        RequestFile file = new RequestFile(disk, lines(), now::get);
        file.write(TestRecord.sentAt(1).build(), 0);
        now.addAndGet(RequestFile.FLUSH_NANOS);
        file.write(TestRecord.sentAt(2).build(), 0);
        file.write(TestRecord.sentAt(3).build(), 0);

        assertThat(readable(disk).lines()).hasSize(2);

        file.flush();
        assertThat(readable(disk).lines()).hasSize(3);
    }

    @Test
    void saysThatTheDiskIsFullAndHoldsUpNobody() throws IOException {
        LoadPlan plan = fullRecords().plan();
        write(plan, TestRecord.sentAt(1).build());
        OutputStream full = new FilterOutputStream(unfinished(plan)) {
            private int left = 1000;

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                left -= length;
                if (left < 0) {
                    throw new IOException("No space left on device for " + Reports.PLANTED_KEY);
                }
                out.write(bytes, offset, length);
            }
        };
        AtomicLong time = new AtomicLong();
        RequestFile file = new RequestFile(full, lines(), () -> time.getAndAdd(RequestFile.FLUSH_NANOS));
        try (RequestSink sink = RequestQueue.start(file, files(plan), problem(plan))) {
            sink.started(0);
            for (int i = 0; i < 10 * RequestQueue.CAPACITY; i++) {
                sink.ended(TestRecord.sentAt(i).build());
            }
        }

        Path unfinished = files(plan).unfinishedRequests();
        assertThat(said)
                .containsExactly("records are incomplete, the verdict stands: writing " + unfinished
                        + " failed with java.io.IOException: No space left on device for ***; make room, set llmperf.output"
                        + " to another directory, or llmperf.records to summary");
        assertThat(written(plan)).containsExactly("requests.jsonl.gz.unfinished");
        assertThat(readable(Files.readAllBytes(unfinished))).startsWith("{\"index\":0,");
    }

    @Test
    void saysThatTheDirectoryCannotBeWrittenAndGoesOn() throws IOException {
        Path blocked = Files.writeString(output.resolve("blocked"), "a file where a directory is needed");
        LoadPlan plan = Reports.passed().into(blocked).withFullRecords().build().plan();
        try (RequestSink sink = RequestSink.of(plan, said::add)) {
            sink.started(0);
            sink.ended(TestRecord.sentAt(1).build());
        }

        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("records are incomplete, the verdict stands: writing " + blocked)
                .contains(" failed with java.nio.file.");
    }

    @Test
    void ignoresWhatEndsAfterItIsClosed() throws IOException {
        LoadPlan plan = fullRecords().plan();
        RequestSink sink = RequestSink.of(plan, said::add);
        sink.started(0);
        sink.close();
        for (int i = 0; i < 2 * RequestQueue.CAPACITY; i++) {
            sink.ended(TestRecord.sentAt(i).build());
        }
        sink.close();

        assertThat(unzipped(files(plan).requests())).isEmpty();
        assertThat(said).isEmpty();
    }

    @Test
    void writesNothingUnlessFullRecordsAreAskedFor() {
        LoadPlan plan = Reports.passed().into(output).build().plan();
        try (RequestSink sink = RequestSink.of(plan, said::add)) {
            sink.started(0);
            sink.ended(TestRecord.sentAt(1).build());
        }

        assertThat(output).isEmptyDirectory();
    }

    private Report fullRecords() {
        return Reports.passed().into(output).withFullRecords().build();
    }

    private void write(LoadPlan plan, RequestRecord record) {
        try (RequestSink sink = RequestSink.of(plan, said::add)) {
            sink.started(0);
            sink.ended(record);
        }
    }

    private RecordsProblem problem(LoadPlan plan) {
        return new RecordsProblem(plan, files(plan), said::add);
    }

    private static RequestLines lines() {
        return new RequestLines(Target.at("http://localhost:1"));
    }

    private static ResultFiles files(LoadPlan plan) {
        return ResultFiles.forScenario(plan.output().directory(), plan.scenario());
    }

    private static OutputStream unfinished(LoadPlan plan) throws IOException {
        Files.createDirectories(files(plan).directory());
        return Files.newOutputStream(files(plan).unfinishedRequests());
    }

    private static List<String> written(LoadPlan plan) throws IOException {
        try (var found = Files.list(files(plan).directory())) {
            return found.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String readable(ByteArrayOutputStream disk) throws IOException {
        return readable(disk.toByteArray());
    }

    /** What can be unpacked of a file that ends anywhere. */
    private static String readable(byte[] bytes) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (InputStream source = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            for (int b = source.read(); b >= 0; b = source.read()) {
                text.write(b);
            }
        } catch (EOFException e) {
            // All that is there was read.
        }
        return text.toString(UTF_8);
    }

    private static String unzipped(Path file) throws IOException {
        try (GZIPInputStream source = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(source.readAllBytes(), UTF_8);
        }
    }
}
