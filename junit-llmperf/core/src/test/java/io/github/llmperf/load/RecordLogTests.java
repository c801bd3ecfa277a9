package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordLogTests {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void givesBackAnyRecordButForTheTexts(long seed) {
        RandomRecord random = new RandomRecord(seed);
        List<RequestRecord> records =
                IntStream.range(0, 2000).mapToObj(i -> random.next()).toList();

        RecordLog log = log(records);

        assertThat(log).hasSameSizeAs(records);
        assertThat(List.copyOf(log))
                .zipSatisfy(records, (kept, full) -> assertThat(RandomRecord.sameWithoutTexts(full, kept))
                        .as("%s as %s", full, kept)
                        .isTrue());
    }

    @Test
    void keepsARecordThatIsLargerThanABlock() {
        long[] events = IntStream.range(0, RecordLog.BLOCK_BYTES)
                .mapToLong(i -> 1000L * i)
                .toArray();
        RequestRecord small = TestRecord.sentAt(1).build();
        RequestRecord large = TestRecord.sentAt(2).tokensAt(events).build();

        List<RequestRecord> kept = List.copyOf(log(List.of(small, large, small)));

        assertThat(kept).hasSize(3);
        assertThat(kept.get(1).moments().tokenEvents())
                .isEqualTo(large.moments().tokenEvents());
        assertThat(kept.get(2).moments().sent()).isEqualTo(1_000_000);
    }

    @Test
    void keepsAThousandMessagesAndOfFurtherOnesTheRest() {
        List<RequestRecord> records = IntStream.range(0, 1500)
                .mapToObj(i -> failing(i, "request " + i + " failed"))
                .toList();

        List<Failure> failures = log(records).stream()
                .map(record -> Objects.requireNonNull(record.failure()))
                .toList();

        assertThat(failures.subList(0, 1000))
                .containsExactlyElementsOf(
                        records.stream().limit(1000).map(RequestRecord::failure).toList());
        assertThat(failures.subList(1000, 1500))
                .allMatch(failure -> failure.kind() == FailureKind.OVERLOAD && failure.status() == 503)
                .extracting(Failure::message)
                .containsOnly("(message not kept: the run had 1000 different ones before)");
    }

    @Test
    void tellsMessagesThatItKnowsAlsoLater() {
        List<RequestRecord> records = IntStream.range(0, 1500)
                .mapToObj(i -> failing(i, i == 1499 ? "request 0 failed" : "request " + i + " failed"))
                .toList();

        assertThat(log(records).stream().skip(1499))
                .singleElement()
                .extracting(record -> Objects.requireNonNull(record.failure()).message())
                .isEqualTo("request 0 failed");
    }

    @Test
    void looksAtWhatWasThereWhenItWasAskedFor() {
        RecordLog log = log(List.of(TestRecord.sentAt(1).build()));
        Iterator<RequestRecord> early = log.iterator();
        log.append(log.packed(TestRecord.sentAt(2).build()));

        assertThat(early.next().moments().sent()).isEqualTo(1_000_000);
        assertThat(early.hasNext()).isFalse();
        assertThatThrownBy(early::next).isInstanceOf(NoSuchElementException.class);
        assertThat(log).hasSize(2);
    }

    @Test
    void takesNoRecordFromOutside() {
        RequestRecord record = TestRecord.sentAt(1).build();

        assertThatThrownBy(() -> log(List.of()).add(record)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void keepsAllThatManyThreadsBring() throws Exception {
        RecordLog log = new RecordLog();
        int threads = 8;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch together = new CountDownLatch(threads);
            List<Future<?>> ends = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int first = 1000 * thread;
                ends.add(executor.submit(() -> {
                    together.countDown();
                    together.await();
                    for (int i = first; i < first + 1000; i++) {
                        log.append(log.packed(failing(i, "message " + i % 700)));
                    }
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            executor.shutdownNow();
        }

        assertThat(log)
                .hasSize(8000)
                .allMatch(record -> ("message " + record.index() % 700)
                        .equals(Objects.requireNonNull(record.failure()).message()))
                .extracting(RequestRecord::index)
                .doesNotHaveDuplicates();
    }

    @Test
    void joinsRunsWithoutCopyingThem() {
        RecordLog first = log(List.of(TestRecord.sentAt(1).build()));
        RecordLog none = log(List.of());
        RecordLog last = log(List.of(TestRecord.sentAt(2).build()));

        JoinedRecords joined = new JoinedRecords(List.of(first, none, last));

        assertThat(joined).hasSize(2);
        assertThat(joined).extracting(record -> record.moments().sent()).containsExactly(1_000_000L, 2_000_000L);
        assertThat(joined.stream().count()).isEqualTo(2);
    }

    private static RequestRecord failing(int index, String message) {
        RequestRecord any = TestRecord.sentAt(index).build();
        return new RequestRecord(
                index,
                any.user(),
                any.phase(),
                any.turn(),
                any.promptChars(),
                any.maxNewTokens(),
                any.moments(),
                503,
                any.bytes(),
                0,
                0,
                any.answer(),
                new Failure(FailureKind.OVERLOAD, 503, message, null, OptionalLong.empty()));
    }

    private static RecordLog log(List<RequestRecord> records) {
        RecordLog log = new RecordLog();
        records.forEach(record -> log.append(log.packed(record)));
        return log;
    }
}
