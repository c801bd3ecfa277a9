package io.github.llmperf.load;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import java.time.Duration;
import java.util.Optional;

/**
 * Requests sent by a schedule that does not wait for answers.
 *
 * <p>The number of requests is the one set, or {@code round(rate × duration)}, or the adaptive 100. A warm-up of a time
 * puts {@code round(rate × time)} requests before them at the same rate; a warm-up of requests per user means none, since
 * there are no users. The window opens after the warm-up and closes with the duration, or with the last request sent.
 * With a cap on requests in flight a request that is due waits, and its latency counts from when it was due; all due
 * requests are sent, if need be after the duration, unless {@code maxDuration} or a WHOLE_RUN deadline comes first.
 */
final class OpenLoop extends Loop {

    private static final int WARMUP_STREAM = 1;
    private static final int MEASURED_STREAM = 0;

    private final long[] due;
    private final int warmups;
    private final int cap;
    private int nextIndex;

    /**
     * Prepares a run.
     *
     * @throws IllegalArgumentException if an infinite rate is to last for a time
     */
    OpenLoop(LoadPlan plan, NanoClock clock, StopRule stop, long started, Runnable changed) {
        super(plan, clock, stop, started, changed);
        Arrival.OpenLoop arrival = (Arrival.OpenLoop) plan.arrival();
        Duration warmup = isWholeRun() ? Duration.ZERO : plan.phases().warmup().time();
        Optional<Duration> duration = plan.phases().duration();
        requireEnd(arrival.requestRate(), warmup, duration);
        cap = arrival.maxInFlight().orElse(Integer.MAX_VALUE);
        warmups = requests(arrival.requestRate(), warmup);
        int measured = plan.requestGoal()
                .orElseGet(() -> Math.max(1, requests(arrival.requestRate(), duration.orElseThrow())));
        due = new long[warmups + measured];
        fill(0, warmups, started, arrival, plan.seed(), WARMUP_STREAM);
        fill(warmups, measured, started + warmup.toNanos(), arrival, plan.seed(), MEASURED_STREAM);
        open(started + warmup.toNanos());
    }

    private static void requireEnd(double rate, Duration warmup, Optional<Duration> duration) {
        if (Double.isInfinite(rate) && duration.isPresent()) {
            throw new IllegalArgumentException(
                    "duration must not be set with requestRate \"inf\", which sends all at once; set requests instead");
        }
        if (Double.isInfinite(rate) && !warmup.isZero()) {
            throw new IllegalArgumentException(
                    "warmup must not be a time with requestRate \"inf\", which sends all at once; set warmup = \"0\"");
        }
    }

    private static int requests(double rate, Duration time) {
        return time.isZero() ? 0 : Math.toIntExact(Math.round(rate * time.toNanos() / 1e9));
    }

    private void fill(int from, int n, long begin, Arrival.OpenLoop arrival, long seed, int stream) {
        long[] offsets =
                Schedule.offsets(n, arrival.requestRate(), arrival.burstiness(), Randomness.stream(seed, stream));
        for (int i = 0; i < n; i++) {
            due[from + i] = begin + offsets[i];
        }
    }

    @Override
    Step propose(int user, long now) {
        if (inFlight() >= cap) {
            return new Step.Wait(FAR);
        }
        int index = nextIndex;
        if (now < due[index]) {
            return new Step.Wait(due[index]);
        }
        if (++nextIndex == due.length) {
            meetGoal(now);
        }
        return new Step.Send(index, user, index < warmups ? RequestPhase.WARMUP : RequestPhase.MEASURED, due[index]);
    }

    @Override
    void settle(RequestRecord record, long now) {
        if (inFlight() == cap - 1) {
            announce();
        }
    }

    @Override
    boolean sendsOnAfterClosing() {
        return true;
    }
}
