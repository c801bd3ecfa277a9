package io.github.llmperf.report.json;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Limit.Bound;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.text.FindingCells;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.verdict.ComparedValues;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Subject;
import io.github.llmperf.wording.FindingText;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * A finding as {@code result.json} has it: every one has all keys, null where it has no such thing. The schema tells what
 * each means.
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ResultFinding(
        Kind kind,
        @Nullable Measure measure,
        Finding.Status status,
        double limit,
        @Nullable String bound,
        double actual,
        double withoutFailures,
        double baseline,
        double change,
        double changeLow,
        double changeHigh,
        double tolerance,
        @Nullable Integer runs,
        @Nullable String unit,
        @Nullable Long n,
        @Nullable Boolean certified,
        @Nullable String accepted,
        @Nullable Reference against,
        @Nullable Integer trials,
        double p,
        double runToRunSd,
        double detectable,
        @Nullable Integer runsNeeded,
        String text) {

    private static final double NONE = Double.NaN;

    /** What a finding is about. */
    public enum Kind {
        /** A limit. */
        SLA,
        /** A comparison. */
        REGRESSION,
        /** Why nothing could be compared. */
        BASELINE,
        /** Whether the run can be judged. */
        HEALTH,
        /** The target could not carry the load. */
        OVERRUN,
        /** What a search came to. */
        CAPACITY,
        /** The run did not happen. */
        ERROR,
        /** Decides nothing. */
        NOTE;

        private static Kind of(Finding finding) {
            if (finding instanceof Finding.Sla) {
                return SLA;
            }
            if (finding instanceof Finding.Comparison) {
                return REGRESSION;
            }
            if (finding instanceof Finding.NotComparable) {
                return BASELINE;
            }
            if (finding instanceof Finding.Validity) {
                return HEALTH;
            }
            if (finding instanceof Finding.Overrun) {
                return OVERRUN;
            }
            if (finding instanceof Finding.Capacity) {
                return CAPACITY;
            }
            return finding instanceof Finding.Fault ? ERROR : NOTE;
        }
    }

    static ResultFinding of(Finding finding) {
        if (finding instanceof Finding.Sla sla) {
            return of(sla);
        }
        if (finding instanceof Finding.Comparison comparison) {
            return of(comparison);
        }
        return new ResultFinding(
                Kind.of(finding),
                null,
                finding.status(),
                NONE,
                null,
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                NONE,
                NONE,
                NONE,
                null,
                FindingText.of(finding));
    }

    private static ResultFinding of(Finding.Sla sla) {
        Measure measure = sla.limit().measure();
        return new ResultFinding(
                Kind.SLA,
                measure,
                sla.status(),
                sla.limit().value(),
                (sla.limit().bound() == Bound.AT_MOST ? "<" : ">")
                        + (sla.limit().strict() ? "" : "="),
                sla.actual().orElse(NONE),
                sla.withoutFailures().orElse(NONE),
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                null,
                measure.metric().unit().symbol(),
                sla.n(),
                sla.certified(),
                null,
                null,
                null,
                NONE,
                NONE,
                NONE,
                null,
                FindingText.of(sla));
    }

    private static ResultFinding of(Finding.Comparison comparison) {
        ComparedValues values = comparison.values();
        return new ResultFinding(
                Kind.REGRESSION,
                comparison.measure(),
                comparison.status(),
                NONE,
                null,
                values.candidate(),
                NONE,
                values.baseline(),
                values.change(),
                values.changeLow(),
                values.changeHigh(),
                comparison.subject().tolerance(),
                comparison.evidence().runs(),
                comparison.measure().metric().unit().symbol(),
                comparison.evidence().n(),
                null,
                comparison.accepted().orElse(null),
                comparison.against(),
                comparison.evidence().trials(),
                comparison.evidence().p(),
                comparison.evidence().spread().sd(),
                comparison.evidence().detectable(),
                comparison.evidence().runsNeeded(),
                FindingText.of(comparison));
    }

    /**
     * Returns what tables show of it.
     *
     * @return empty where it has no numbers
     */
    public Optional<FindingCells> cells() {
        return switch (kind) {
            case SLA ->
                Optional.of(
                        FindingCells.of(toLimit(), known(actual), known(withoutFailures), Objects.requireNonNull(n)));
            case REGRESSION ->
                Optional.of(FindingCells.of(
                        new Subject(
                                Objects.requireNonNull(measure),
                                Objects.requireNonNull(against),
                                tolerance,
                                OptionalDouble.empty(),
                                false), // result.json says it in the finding's text
                        new ComparedValues(baseline, actual, change, changeLow, changeHigh)));
            default -> Optional.empty();
        };
    }

    private Limit toLimit() {
        String sign = Objects.requireNonNull(bound);
        return new Limit(
                Objects.requireNonNull(measure),
                sign.startsWith("<") ? Bound.AT_MOST : Bound.AT_LEAST,
                sign.length() == 1,
                limit);
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns whether it compares with such runs. */
    public boolean comparesWith(Reference.Kind runs) {
        return against != null && against.kind() == runs;
    }

    /** Returns how a comparison looks: one is a note only where its regression was accepted. */
    public Tone tone() {
        return switch (status) {
            case MET -> Tone.GOOD;
            case BROKEN -> Tone.BAD;
            case UNDECIDED -> Tone.OPEN;
            case NOTE -> Tone.PLAIN;
        };
    }
}
