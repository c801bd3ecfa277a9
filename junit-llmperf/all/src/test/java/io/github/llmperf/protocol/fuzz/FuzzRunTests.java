package io.github.llmperf.protocol.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.Trouble;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fuzzer finds what it is there to find. */
@Tag("simulation")
class FuzzRunTests {

    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    void findsAReaderThatThrowsAndLeavesOutWhatDoesNotMatter() {
        BrokenDialectTestCase dialect = new BrokenDialectTestCase() {
            @Override
            void take(byte b) {
                if (b == 0) {
                    throw new IllegalStateException("no zeros, please");
                }
            }
        };

        assertThatThrownBy(() -> run(dialect, LONG))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("java.lang.IllegalStateException: no zeros, please")
                .hasMessageContaining(", \"\\000\", BodyEnd.");
    }

    @Test
    void findsAReaderThatDependsOnTheCut() {
        BrokenDialectTestCase dialect = new BrokenDialectTestCase() {
            @Override
            String message() {
                return "fed " + feeds;
            }
        };

        assertThatThrownBy(() -> run(dialect, LONG))
                .hasMessageContaining("read in pieces it is another answer")
                .hasMessageContaining("new FuzzInput(\"broken\", ");
    }

    @Test
    void findsAReaderWhoseWorkGrowsWithTheSquareOfItsInput() {
        BrokenDialectTestCase dialect = new BrokenDialectTestCase() {
            @Override
            void take(byte b) {
                seen += new char[taken].length;
            }
        };

        assertThatThrownBy(() -> run(dialect, LONG)).hasMessageContaining("bytes allocates");
    }

    @Test
    void findsAReaderThatHangs() {
        CountDownLatch never = new CountDownLatch(1);
        BrokenDialectTestCase dialect = new BrokenDialectTestCase() {
            @Override
            void take(byte b) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        try {
            assertThatThrownBy(() -> run(dialect, Duration.ofMillis(50)))
                    .hasMessageContaining("an input hangs")
                    .hasMessageContaining("CountDownLatch.await")
                    .hasMessageContaining("new FuzzInput(\"broken\", ");
        } finally {
            never.countDown();
        }
    }

    @Test
    void readsTheSameInputsForTheSameSeed() {
        List<Dialect> dialects = List.of(new BrokenDialectTestCase());

        for (int k = 0; k < 100; k++) {
            assertThat(new FuzzInputs(7, dialects).input(k)).isEqualTo(new FuzzInputs(7, dialects).input(k));
        }
        assertThat(new FuzzInputs(7, dialects).input(1)).isNotEqualTo(new FuzzInputs(8, dialects).input(1));
    }

    @Test
    void stopsWhenTimeIsUp() throws InterruptedException {
        FuzzRun run = new FuzzRun(1, List.of(new BrokenDialectTestCase()), LONG);

        assertThat(run.read(0, Long.MAX_VALUE, Duration.ZERO)).isZero();
    }

    private static long run(Dialect dialect, Duration patience) throws InterruptedException {
        return new FuzzRun(1, List.of(dialect), patience).read(0, 100_000, LONG);
    }

    /** Reads nothing out of anything, soundly, unless a test breaks it. */
    static class BrokenDialectTestCase implements Dialect {

        int feeds;
        int taken;
        long seen;

        void take(byte b) {}

        String message() {
            return "";
        }

        @Override
        public String name() {
            return "broken";
        }

        @Override
        public URI route(Target target, Workload workload) {
            return target.url();
        }

        @Override
        public RequestWriter writer(Target target, Workload workload) {
            throw new IllegalArgumentException("not asked for");
        }

        @Override
        public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
            feeds = 0;
            taken = 0;
            return new AnswerReader() {
                @Override
                public void feed(byte[] bytes, int offset, int length) {
                    feeds++;
                    for (int i = offset; i < offset + length; i++) {
                        taken++;
                        take(bytes[i]);
                    }
                }

                @Override
                public AnswerResult end(BodyEnd how) {
                    return new AnswerResult(Answer.NONE, new Trouble(FailureKind.PROTOCOL, message(), null));
                }
            };
        }
    }
}
