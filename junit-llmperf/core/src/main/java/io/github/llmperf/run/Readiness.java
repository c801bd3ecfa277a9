package io.github.llmperf.run;

import io.github.llmperf.client.TargetProbe;
import io.github.llmperf.client.TargetProbe.Refusal;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Times;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Waits until a target answers, asking again and again. What will not change by waiting ends it at once.
 *
 * @param url of the target, without what may be secret
 * @param patience longest time to wait
 * @param clock tells the time and waits
 * @param say takes lines for the console: at the start, each 10 s, and at the end
 * @param probe tries one request
 */
record Readiness(String url, Duration patience, NanoClock clock, Consumer<String> say, Probe probe) {

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(2);
    private static final double GROWTH = 1.5;
    private static final long SAY_EVERY = TimeUnit.SECONDS.toNanos(10);

    /** A request that is begun shortly before the end still gets the time of a quick answer. */
    private static final Duration SHORTEST_REQUEST = Duration.ofSeconds(1);

    /** One tiny request to the target. */
    @FunctionalInterface
    interface Probe {
        /** Returns why it failed within a time; empty when it was answered. */
        Optional<Refusal> within(Duration longest);
    }

    /** Waits for the target of a plan with tiny requests of the kind that the load will send. */
    static Readiness of(LoadPlan plan, Duration patience, NanoClock clock, Consumer<String> say) {
        URI url = plan.target().url();
        Duration timeout = plan.caps().timeout();
        return new Readiness(
                url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath(),
                patience,
                clock,
                say,
                longest -> TargetProbe.probe(
                        plan.target(), plan.load().workload(), longest.compareTo(timeout) < 0 ? longest : timeout));
    }

    /** How waiting ended. */
    sealed interface End {
        /** The target answers. */
        record Ready() implements End {}

        /** Waiting longer would not help. */
        record Final(Refusal refusal) implements End {}

        /** The time is over. */
        record InVain(String message) implements End {}
    }

    End await() throws InterruptedException {
        long start = clock.now();
        long end = start + patience.toNanos();
        long nextLine = start + SAY_EVERY;
        long pause = FIRST_PAUSE;
        for (int tries = 1; ; tries++) {
            Optional<Refusal> refusal = probe.within(timeFor(end - clock.now()));
            long now = clock.now();
            if (refusal.isEmpty() || !refusal.get().mayPass()) {
                if (refusal.isEmpty() && tries > 1) {
                    say.accept(url + " is ready after " + seconds(now - start) + " (" + tries + " tries)");
                }
                return refusal.<End>map(End.Final::new).orElseGet(End.Ready::new);
            }
            String advice = refusal.get().advice();
            if (now >= end) {
                return new End.InVain(url + " was not ready within waitFor = \"" + Times.text(patience) + "\" (waited "
                        + seconds(now - start) + ", " + count(tries) + "). The last one: " + advice
                        + ". If it only takes longer, raise waitFor");
            }
            if (tries == 1) {
                say.accept("waiting up to " + Times.text(patience) + " until " + url + " is ready: " + advice);
            } else if (now >= nextLine) {
                say.accept("still waiting for " + url + " after " + seconds(now - start) + " (" + count(tries) + "): "
                        + advice);
                nextLine += SAY_EVERY * (1 + (now - nextLine) / SAY_EVERY);
            }
            clock.sleepUntil(Math.min(end, now + pause));
            pause = Math.min(LONGEST_PAUSE, Math.round(pause * GROWTH));
        }
    }

    private static Duration timeFor(long nanosLeft) {
        Duration left = Duration.ofNanos(nanosLeft);
        return left.compareTo(SHORTEST_REQUEST) < 0 ? SHORTEST_REQUEST : left;
    }

    private static String count(int tries) {
        return tries == 1 ? "1 try" : tries + " tries";
    }

    private static String seconds(long nanos) {
        return Math.round(nanos / 1e9) + " s";
    }
}
