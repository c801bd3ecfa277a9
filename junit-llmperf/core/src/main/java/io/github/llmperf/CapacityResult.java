package io.github.llmperf;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.CapacityTable;
import io.github.llmperf.verdict.CapacityOutcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a search for the largest load came to, for the body of a test with {@link LlmCapacity}. Take it as a parameter, and
 * assert what was found with {@link LlmPerfAssertions#assertThat(CapacityResult)}.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class CapacityResult {

    private final LoadResult whole;
    private final CapacityOutcome outcome;
    private final List<Point> points;

    /**
     * One amount of load that was run.
     *
     * @param amount users, or requests per second
     * @param accepted whether it meets the limits with the certainty asked for, or a larger amount does
     * @param runs what each of its runs came to, one at least
     * @since 0.1
     */
    @API(status = Status.EXPERIMENTAL, since = "0.1")
    public record Point(double amount, boolean accepted, List<LoadResult> runs) {

        /**
         * Copies the list.
         */
        public Point {
            runs = List.copyOf(runs);
        }

        /**
         * Returns what its first run came to.
         *
         * @return the result
         */
        public LoadResult result() {
            return runs.get(0);
        }
    }

    /**
     * Made by the extension.
     *
     * @param whole what the search as a whole came to
     * @param outcome what was found
     * @param points the loads that were run, ascending
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public CapacityResult(LoadResult whole, CapacityOutcome outcome, List<Point> points) {
        this.whole = whole;
        this.outcome = outcome;
        this.points = List.copyOf(points);
    }

    LoadResult whole() {
        return whole;
    }

    /**
     * Returns the largest amount of load that was run and accepted: what can be promised.
     *
     * @return users, or requests per second where rates were searched; 0 when not even the smallest was accepted
     */
    public double value() {
        return outcome.carried().orElse(0);
    }

    /**
     * Returns the largest number of users that was run and accepted: what can be promised.
     *
     * @return users; 0 when not even the smallest number was accepted
     * @throws IllegalStateException if request rates were searched; ask {@link #requestRate()} then
     */
    public int users() {
        require(CapacityPlan.Kind.USERS, "requestRate()");
        return (int) value();
    }

    /**
     * Returns the highest request rate that was run and accepted: what can be promised.
     *
     * @return requests per second; 0 when not even the lowest was accepted
     * @throws IllegalStateException if users were searched; ask {@link #users()} then
     */
    public double requestRate() {
        require(CapacityPlan.Kind.REQUEST_RATE, "users()");
        return value();
    }

    private void require(CapacityPlan.Kind kind, String instead) {
        if (outcome.plan().kind() != kind) {
            throw new IllegalStateException("the search must be for " + kind.attribute() + ", but is for "
                    + outcome.plan().kind().attribute() + "; ask " + instead);
        }
    }

    /**
     * Returns where the limit most likely is, by all runs together. It is what stored searches are compared by; as likely too
     * high as too low, it promises nothing. Where no load broke a limit, the limit lies beyond and this is the largest amount
     * that was tried.
     *
     * @return users or requests per second, at least {@link #value()}; empty when nothing was accepted
     */
    public OptionalDouble estimate() {
        return outcome.estimate();
    }

    /**
     * Returns the smallest amount above {@link #value()} that was run and not accepted.
     *
     * @return users or requests per second; empty when the largest of the range was accepted
     */
    public OptionalDouble notAccepted() {
        return outcome.open();
    }

    /**
     * Returns the limit that is reached first.
     *
     * @return the limit; empty when none was reached, or the target broke down before
     */
    public Optional<Limit> bindingLimit() {
        return outcome.binding();
    }

    /**
     * Returns all amounts of load that were run, ascending. What could not be judged is left out.
     *
     * @return the points
     */
    public List<Point> points() {
        return points;
    }

    /**
     * Returns how many loads were run.
     *
     * @return 1 or more
     */
    public int runs() {
        return outcome.runs();
    }

    /**
     * Returns how many nodes carry what {@link LlmCapacity#planned()} says, its headroom kept free.
     *
     * @return their number, rounded up
     * @throws IllegalStateException if nothing is planned, or nothing was accepted
     */
    public int nodes() {
        return nodes(outcome.plan()
                .planned()
                .orElseThrow(() -> new IllegalStateException(
                        "planned must be set in @LlmCapacity for nodes(), but is not; set it, or ask nodes(planned)")));
    }

    /**
     * Returns how many nodes carry so much load, the headroom of {@link LlmCapacity} kept free.
     *
     * @param planned users or requests per second, above 0
     * @return their number, rounded up
     * @throws IllegalArgumentException if planned is not above 0
     * @throws IllegalStateException if nothing was accepted
     */
    public int nodes(double planned) {
        if (!(planned > 0)) {
            throw new IllegalArgumentException("planned must be above 0, but is " + planned);
        }
        if (outcome.carried().isEmpty()) {
            throw new IllegalStateException(
                    "a node must carry something to be planned with, but nothing was accepted: " + whole);
        }
        return outcome.plan().nodes(value(), planned);
    }

    /**
     * Returns the verdict on the search and on its baseline. The body runs before a failed verdict fails the test.
     *
     * @return the verdict
     */
    public Verdict verdict() {
        return whole.verdict();
    }

    /**
     * Returns what was found in one line.
     *
     * @return the reason of the verdict
     */
    public String reason() {
        return whole.reason();
    }

    /** Returns what a node is planned with: what it carries, less the headroom. */
    double planning() {
        return value() * (1 - outcome.plan().headroom());
    }

    /** Returns the search, an amount a line, for messages. */
    String table() {
        Report report = whole.report();
        return String.join("\n", CapacityTable.lines(report));
    }

    /** Returns an amount in words. */
    String text(double amount) {
        return outcome.plan().text(amount);
    }

    @Override
    public String toString() {
        return whole.toString();
    }
}
