package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.ServerLog.Profiled;
import io.github.llmperf.load.ServerLog.Source;
import io.github.llmperf.measure.server.Logs;
import io.github.llmperf.measure.server.SeriesKind;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.wording.ServerText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the server's side explains: each sentence, and none where nothing is evident. */
class ServerExplanationsTests {

    private final RunFixture run = new RunFixture();

    private List<String> says(Logs logs) {
        return ServerExplanations.of(run.candidate().with(logs.view())).stream()
                .map(ServerText::of)
                .toList();
    }

    /** A run of 16 readings in its window in which nothing is wrong. */
    private static Logs quiet() {
        return Logs.of(20)
                .with(RawMetric.RUNNING, i -> 8)
                .with(RawMetric.WAITING, i -> 0)
                .with(RawMetric.KV_CACHE, i -> 60)
                .with(RawMetric.PREEMPTIONS, i -> 3)
                .with(RawMetric.GENERATED_TOKENS, i -> 1480 * i)
                .with(RawMetric.CPU_TIME, i -> 10 * i)
                .with(RawMetric.CPU_IDLE, i -> 1 * i)
                .gpu("0", i -> 70);
    }

    @Test
    void saysNothingWhereNothingIsEvident() {
        assertThat(says(quiet())).isEmpty();
        assertThat(says(Logs.of(0))).isEmpty();
    }

    @Test
    void saysThatABusyGpuIsTheLimit() {
        Logs logs = quiet().gpu("0", i -> 96).with(RawMetric.WAITING, i -> 7.5);

        assertThat(says(logs))
                .containsExactly(
                        "The GPU was busy (96 % on average) and throughput stayed flat (1,480 tokens/s in the first"
                                + " half of the window, 1,480 in the second) while 7.5 requests waited on average: the GPU is the"
                                + " limit, and more load only lengthens the queue.");
    }

    @Test
    void findsNoLimitInABusyGpuThatNobodyWaitsForOrThatDoesMoreAndMore() {
        assertThat(says(quiet().gpu("0", i -> 96))).isEmpty();
        assertThat(says(quiet().gpu("0", i -> 90).with(RawMetric.WAITING, i -> 7)))
                .isEmpty();
        assertThat(says(quiet().gpu("0", i -> 96)
                        .with(RawMetric.WAITING, i -> 7)
                        .with(RawMetric.GENERATED_TOKENS, i -> 100 * i * i)))
                .isEmpty();
    }

    @Test
    void saysThatTheLimitLiesBeforeAnIdleGpu() {
        Logs logs = quiet().gpu("0", i -> 31).with(RawMetric.WAITING, i -> 6.2);

        assertThat(says(logs))
                .containsExactly(
                        "The GPU was idle much of the time (31 % busy on average) while 6.2 requests waited in the"
                                + " server's queue on average: the limit lies before the GPU, such as the largest batch or the work"
                                + " of the CPU (90 % busy).");
        assertThat(says(logs.with(RawMetric.CPU_IDLE, i -> 9 * i)).get(0)).endsWith("or the work of the CPU.");
    }

    @Test
    void saysThatRequestsWaitInTheClientBesideAnIdleGpu() {
        run.measurement.with(Metric.CLIENT_DELAY, 500, 500, 500).rates.put(Metric.ATTEMPT_RATE, 8.);

        assertThat(says(quiet().gpu("0", i -> 31)))
                .containsExactly(
                        "The GPU was idle much of the time (31 % busy on average) while 4 requests waited in this"
                                + " client on average: the server could take more. Raise maxInFlight, or give this client more"
                                + " processor time.");
    }

    @Test
    void findsNothingWrongWithAGpuThatIsIdleForWantOfRequests() {
        assertThat(says(quiet().gpu("0", i -> 31))).isEmpty();
        assertThat(says(quiet().gpu("0", i -> 50).with(RawMetric.WAITING, i -> 6)))
                .isEmpty();
    }

    @Test
    void saysThatTheMemoryWasFull() {
        Logs logs = quiet().with(RawMetric.KV_CACHE, i -> i == 9 ? 99 : 80).with(RawMetric.PREEMPTIONS, i -> 3 + i);

        assertThat(says(logs))
                .containsExactly("The KV cache was full (99 % at the fullest) and 15 requests were put back during the"
                        + " window, to be computed again: give the cache more memory, let fewer requests run at once, or"
                        + " shorten prompts and answers.");
        assertThat(says(quiet().with(RawMetric.KV_CACHE, i -> 99))).isEmpty();
        assertThat(says(quiet().with(RawMetric.PREEMPTIONS, i -> 3 + i))).isEmpty();
    }

    @Test
    void saysThatTheQueueGrewThroughout() {
        assertThat(says(quiet().with(RawMetric.WAITING, i -> i)))
                .containsExactly(
                        "The server's queue grew throughout: 3.5, 7.5, 11.5 and 15.5 requests waited on average in"
                                + " the quarters of the window. Requests come faster than they are answered, so latencies depend on"
                                + " how long the load lasts.");
        assertThat(says(quiet().with(RawMetric.WAITING, i -> i < 10 ? i : 9))).isEmpty();
        assertThat(says(quiet().with(RawMetric.WAITING, i -> .05 * i))).isEmpty();
    }

    @Test
    void saysNothingOfAWindowWithHardlyAReading() {
        Logs few = Logs.of(7).gpu("0", i -> 31).with(RawMetric.WAITING, i -> 6.2);

        assertThat(few.view().measured(SeriesKind.WAITING).orElseThrow().points())
                .hasSizeLessThan(ServerExplanations.FEW);
        assertThat(says(few)).isEmpty();
    }

    @Test
    void saysWhichNamedPageCouldNotBeRead() {
        assertThat(says(quiet().source(
                                new Source("http://gpu:9400/metrics", true, 30, 12, "no answer within 2s", true, 0))))
                .containsExactly("Metrics at http://gpu:9400/metrics could not be read in 12 of 30 readings: no answer"
                        + " within 2s.");
        assertThat(says(quiet().source(new Source("http://gpu:9400/", true, 1, 0, "", false, 7))))
                .containsExactly(
                        "Metrics at http://gpu:9400/ were read 1 time, but nothing in them is known here: 7 lines"
                                + " of the last page are none of Prometheus' text format.");
    }

    @Test
    void saysNothingOfAPageThatNobodyNamedAndThatIsNotThere() {
        assertThat(says(quiet().source(
                                new Source("http://h/metrics", false, 1, 1, "it answers with HTTP 404", false, 0))))
                .isEmpty();
        assertThat(says(quiet().source(
                                new Source("http://h/metrics", false, 5, 1, "it answers with HTTP 503", true, 0))))
                .hasSize(1);
    }

    @Test
    void repeatsWhatWentWrongWithAProfiler() {
        assertThat(says(quiet().profiled(new Profiled(false, List.of("the profiler was not started")))))
                .containsExactly("the profiler was not started");
    }
}
