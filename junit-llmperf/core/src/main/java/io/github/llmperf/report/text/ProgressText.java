package io.github.llmperf.report.text;

import io.github.llmperf.measure.RunningCounts.Snapshot;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.Times;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Words how far a load is, in one line. Times are in nanoseconds since the load's start.
 *
 * @param name of the load
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ProgressText(String name, LoadPlan plan) {

    private static final Statistic P90 = Statistic.percentile(90);
    private static final int BLOCKS = 10;
    private static final int LEAST_NAME = 12;
    private static final int LEAST_PARTS = 3;

    /** Says that requests are sent which do not count yet. */
    public String warmup(long at) {
        Phases.Warmup warmup = plan.load().phases().warmup();
        boolean ramps = plan.load().arrival() instanceof Arrival.ClosedLoop closed
                && !closed.ramp().isAtOnce();
        String heading = warmup.isNone() ? "ramp" : ramps ? "ramp and warm-up" : "warm-up";
        String each = warmup.requestsPerUser() > 0
                ? ", " + Figures.count(warmup.requestsPerUser(), "request") + " each"
                : warmup.isNone() ? "" : ", for " + Times.text(warmup.time());
        return head(at) + heading + " of " + load(ramps) + each;
    }

    /** Says that the measurement has begun. */
    public String measuring(long at) {
        return head(at) + "measuring " + load(false) + end();
    }

    /** Says that the load goes on after the measurement. */
    public String cooldown(long at) {
        return head(at) + "measured, cooldown of "
                + Times.text(plan.load().phases().cooldown());
    }

    /**
     * Says that nothing more is sent.
     *
     * @param inFlight requests that have not ended
     */
    public String drain(long at, long inFlight) {
        return head(at) + "all sent, waiting for " + Figures.count(inFlight, "request") + " in flight";
    }

    /** Says what became of the load. */
    public static String judged(Report report) {
        SafeText safe = new SafeText(report);
        return report.plan().scenario() + ": " + report.judgement().verdict().words() + ": "
                + VisibleText.text(safe.of(report.reason()));
    }

    /**
     * Says what the client added to the ttft of a load.
     *
     * @return the line; empty where no reference stream knows
     */
    public static Optional<String> added(Report report) {
        return ClientOverheadText.toTtft(report.run().health())
                .map(added -> report.plan().scenario() + ": " + ClientOverheadText.SUBJECT + " " + added);
    }

    /**
     * Says how far the load is.
     *
     * @param tokenRate output tokens per second lately
     * @param left what {@link TimeLeft} says
     * @return such as {@code RagLatencyTest.staysResponsive 20 s: 412 done, 20 in flight, ttft p90 131 ms, 1411 tokens/s,
     *     0 failed, 40 s left}
     */
    public String tick(TimeLeft.Moments at, Snapshot counts, double tokenRate, String left) {
        return head(at.now()) + told(parts(at, counts, tokenRate, left));
    }

    /**
     * Draws how far the load is, for a terminal.
     *
     * @param tokenRate output tokens per second lately
     * @param columns most columns of the line
     * @return such as {@code RagLatencyTest.staysResponsive ██████░░░░  62 %, 412 done, 20 in flight, 40 s left}
     */
    public String bar(TimeLeft.Moments at, Snapshot counts, double tokenRate, TimeLeft timeLeft, int columns) {
        double part = timeLeft.part(at, counts);
        int full = (int) Math.round(part * BLOCKS);
        String drawn = " " + "█".repeat(full) + "░".repeat(BLOCKS - full) + " "
                + "%3d".formatted(Math.round(part * 100)) + " %, ";
        List<String> parts = parts(at, counts, tokenRate, timeLeft.text(at, counts));
        while (parts.size() > LEAST_PARTS
                && LEAST_NAME + drawn.length() + told(parts).length() > columns) {
            // Rates and latencies go before what is done, what failed and what is left.
            parts.remove(parts.size() - LEAST_PARTS);
        }
        int room = Math.max(LEAST_NAME, columns - drawn.length() - told(parts).length());
        return TextTable.shorten(TextTable.shorten(VisibleText.text(name), room) + drawn + told(parts), columns);
    }

    private static String told(List<String> parts) {
        return String.join(", ", parts);
    }

    /** Returns what a line of progress tells, item by item. */
    private List<String> parts(TimeLeft.Moments at, Snapshot counts, double tokenRate, String left) {
        List<String> parts = new ArrayList<>();
        if (at.isDraining()) {
            parts.add("waiting for " + counts.inFlight() + " in flight");
        } else if (at.isCooling()) {
            parts.add("cooldown");
            parts.add(counts.inFlight() + " in flight");
        } else if (at.isMeasuring()) {
            parts.add(done(counts));
            parts.add(counts.inFlight() + " in flight");
            counts.latencyP90().stream()
                    .filter(any -> counts.done() - counts.failed() >= P90.samplesToExist())
                    .forEach(ms -> parts.add((plan.load().workload().stream() ? "ttft" : "e2e") + " p90 "
                            + Figures.latency(rounded(ms))));
            if (counts.outputTokens() > 0) {
                parts.add(Numbers.number(Math.rint(tokenRate)) + " tokens/s");
            }
            parts.add(counts.failed() + " failed");
        } else {
            parts.add("warm-up, " + counts.warmedUp() + " done");
            parts.add(counts.inFlight() + " in flight");
            parts.add(counts.warmupFailed() + " failed");
        }
        parts.add(left);
        return parts;
    }

    private String done(Snapshot counts) {
        return plan.requestGoal().isPresent()
                ? counts.done() + " of " + plan.requestGoal().getAsInt() + " done"
                : counts.done() + " done";
    }

    /** Three digits are enough while a load runs. */
    private static double rounded(double ms) {
        double digit = Math.pow(10, Math.floor(Math.log10(Math.max(ms, 1e-3))) - 2);
        return Math.rint(ms / digit) * digit;
    }

    private String head(long at) {
        return name + " " + TimeLeft.seconds(at) + ": ";
    }

    private String load(boolean ramps) {
        if (plan.load().arrival() instanceof Arrival.ClosedLoop closed) {
            return Figures.count(closed.users(), "user") + (ramps ? ", " + ramp(closed.ramp()) : "");
        }
        double rate = ((Arrival.OpenLoop) plan.load().arrival()).requestRate();
        return Double.isInfinite(rate) ? "all requests at once" : Numbers.number(rate) + " requests/s";
    }

    private static String ramp(Ramp ramp) {
        return ramp.users() == 1
                ? Numbers.number(ramp.perSecond()) + " more each second"
                : ramp.users() + " more every " + Times.text(ramp.every());
    }

    private String end() {
        Phases phases = plan.load().phases();
        if (phases.isAdaptive()) {
            return " until " + plan.requestGoal().orElseThrow() + " requests have ended, at most "
                    + Times.text(phases.maxDuration());
        }
        String requests = phases.requests().isPresent()
                ? " until " + Figures.count(phases.requests().getAsInt(), "request")
                        + (phases.requests().getAsInt() == 1 ? " is sent" : " are sent")
                : "";
        return phases.duration()
                .map(time -> requests + (requests.isEmpty() ? " for " : ", at most ") + Times.text(time))
                .orElseGet(() -> requests + ", at most " + Times.text(phases.maxDuration()));
    }
}
