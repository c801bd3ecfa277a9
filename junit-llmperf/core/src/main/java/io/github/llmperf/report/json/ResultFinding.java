package io.github.llmperf.report.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Limit.Bound;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.text.FindingCells;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.verdict.ComparedValues;
import io.github.llmperf.verdict.Evidence;
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
 * A finding as {@code result.json} has it: every one has all keys in one object, null where it has no such thing. The
 * schema tells what each means.
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ResultFinding(
        Kind kind,
        Finding.Status status,
        @Nullable Measure measure,
        @Nullable String unit,
        double actual,
        @Nullable Long n,
        @JsonUnwrapped Bounded limited,
        @JsonUnwrapped Compared compared,
        String text) {

    private static final double NONE = Double.NaN;

    /** What a limit adds. */
    record Bounded(double limit, @Nullable String bound, double withoutFailures, @Nullable Boolean certified) {

        private static final Bounded NOT = new Bounded(NONE, null, NONE, null);

        private static Bounded of(Finding.Sla sla) {
            Limit limit = sla.limit();
            return new Bounded(
                    limit.value(),
                    (limit.bound() == Bound.AT_MOST ? "<" : ">") + (limit.strict() ? "" : "="),
                    sla.withoutFailures().orElse(NONE),
                    sla.certified());
        }

        private Limit of(Measure measure) {
            String sign = Objects.requireNonNull(bound);
            return new Limit(measure, sign.startsWith("<") ? Bound.AT_MOST : Bound.AT_LEAST, sign.length() == 1, limit);
        }
    }

    /** What a comparison adds. */
    record Compared(
            @Nullable Reference against,
            @Nullable Boolean wholeRun,
            double baseline,
            double change,
            double changeLow,
            double changeHigh,
            double tolerance,
            @Nullable String accepted,
            @JsonUnwrapped Rested evidence) {

        private static final Compared NOT = new Compared(null, null, NONE, NONE, NONE, NONE, NONE, null, Rested.NOT);

        private static Compared of(Finding.Comparison comparison) {
            Subject subject = comparison.subject();
            ComparedValues values = comparison.values();
            return new Compared(
                    subject.against(),
                    subject.wholeRun(),
                    values.baseline(),
                    values.change(),
                    values.changeLow(),
                    values.changeHigh(),
                    subject.tolerance(),
                    comparison.accepted().orElse(null),
                    Rested.of(comparison.evidence()));
        }

        private Subject of(Measure measure) {
            return new Subject(
                    measure,
                    Objects.requireNonNull(against),
                    tolerance,
                    OptionalDouble.empty(),
                    Boolean.TRUE.equals(wholeRun));
        }
    }

    /** What a comparison rests on. */
    record Rested(
            @Nullable Integer runs,
            @Nullable Integer trials,
            double p,
            double runToRunSd,
            double detectable,
            @Nullable Integer runsNeeded) {

        private static final Rested NOT = new Rested(null, null, NONE, NONE, NONE, null);

        private static Rested of(Evidence evidence) {
            return new Rested(
                    evidence.runs(),
                    evidence.trials(),
                    evidence.p(),
                    evidence.spread().sd(),
                    evidence.detectable(),
                    evidence.runsNeeded());
        }
    }

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
            if (finding instanceof Finding.NotComparable || finding instanceof Finding.Uncompared) {
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
        String text = FindingText.of(finding);
        if (finding instanceof Finding.Sla sla) {
            double actual = sla.actual().orElse(NONE);
            return of(sla, sla.limit().measure(), actual, sla.n(), Bounded.of(sla), Compared.NOT, text);
        }
        if (finding instanceof Finding.Comparison comparison) {
            double actual = comparison.values().candidate();
            long n = comparison.evidence().n();
            return of(comparison, comparison.measure(), actual, n, Bounded.NOT, Compared.of(comparison), text);
        }
        return new ResultFinding(
                Kind.of(finding), finding.status(), null, null, NONE, null, Bounded.NOT, Compared.NOT, text);
    }

    private static ResultFinding of(
            Finding finding, Measure measure, double actual, long n, Bounded limited, Compared compared, String text) {
        return new ResultFinding(
                Kind.of(finding),
                finding.status(),
                measure,
                measure.metric().unit().symbol(),
                actual,
                n,
                limited,
                compared,
                text);
    }

    /**
     * Returns what tables show of it.
     *
     * @return empty where it has no numbers
     */
    public Optional<FindingCells> cells() {
        return switch (kind) {
            case SLA ->
                Optional.of(FindingCells.of(
                        limited.of(Objects.requireNonNull(measure)),
                        known(actual),
                        known(limited.withoutFailures),
                        Objects.requireNonNull(n)));
            case REGRESSION ->
                Optional.of(FindingCells.of(
                        compared.of(Objects.requireNonNull(measure)),
                        new ComparedValues(
                                compared.baseline, actual, compared.change, compared.changeLow, compared.changeHigh)));
            default -> Optional.empty();
        };
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns whether it compares with such runs. */
    public boolean comparesWith(Reference.Kind runs) {
        return compared.against != null && compared.against.kind() == runs;
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
