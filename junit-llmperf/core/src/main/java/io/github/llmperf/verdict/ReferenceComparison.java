package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.measure.SliceBootstrap;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.ErrorRateComparison.Attempts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The guarded measures of all trials against the runs of one reference: what can be compared, and what not and why. */
final class ReferenceComparison {

    private static final String MIXED = "it is over the window in some trials or runs of this build, and over the whole"
            + " run in others, whose window was short";

    private final LoadPlan plan;
    private final BaselinePolicy policy;
    private final Candidate candidate;
    private final Reference against;
    private final List<BaselineRun> runs;
    private final List<Compared> compared = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    private ReferenceComparison(LoadPlan plan, Candidate candidate, Reference against, List<BaselineRun> runs) {
        this.plan = plan;
        this.policy = plan.baseline();
        this.candidate = candidate;
        this.against = against;
        this.runs = runs;
    }

    /** Compares; there is at least one run. */
    static ReferenceComparison of(LoadPlan plan, Candidate candidate, Reference against, List<BaselineRun> runs) {
        ReferenceComparison comparison = new ReferenceComparison(plan, candidate, against, runs);
        Optional<String> lengthChange = OutputLength.change(runs, candidate.measurement());
        if (lengthChange.isPresent()) {
            comparison.findings.add(comparison.notComparable(lengthChange.get()));
        } else {
            RegressionRule.comparedOneByOne(plan).forEach(comparison::look);
            if (plan.capacity() == null) {
                // What fails at the largest load that is carried depends on which load that is.
                comparison.lookAtErrorRate();
            }
        }
        return comparison;
    }

    /** Returns what is to be decided together with all other measures of the cell. */
    List<Compared> compared() {
        return compared;
    }

    /** Returns what is said already. */
    List<Finding> findings() {
        return findings;
    }

    private Finding notComparable(String lengthChange) {
        return new Finding.NotComparable(
                against.isAnchor()
                        ? RegressionRule.NOT_COMPARED + against.name() + ": " + lengthChange
                                + "; tag a newer run as the anchor"
                        : lengthChange + "; undo the change, or accept it by recording with"
                                + " -Dllmperf.baseline=record -Dllmperf.baseline.accept=\"reason\"");
    }

    private void look(Measure measure) {
        Optional<String> impossible = RegressionRule.whyNotCompared(plan, measure);
        if (impossible.isPresent()) {
            note(measure, impossible.get());
            return;
        }
        if (RegressionRule.isWindowRate(measure.metric()) && candidate.mixesWindows()) {
            note(measure, MIXED);
            return;
        }
        List<BaselineRun> having = having(measure);
        List<Double> trials = trials(measure);
        if (trials.isEmpty()) {
            lookAtNothing(measure, having);
        } else if (having.isEmpty()) {
            findings.add(new Finding.NotComparable(measure + " is "
                    + (runs.size() == 1
                            ? "not in the one " + against.noun(1)
                            : "in none of the " + against.count(runs.size()))
                    + (RegressionRule.isWindowRate(measure.metric()) ? windows() : "") + "; "
                    + (against.isAnchor() ? "tag a newer run as the anchor" : RegressionRule.RECORD)));
        } else if (trials.size() < candidate.trials().size()) {
            findings.add(missing(measure, having, Verdict.UNDECIDED, " has no samples in " + lacking(measure)));
        } else {
            compare(LogComparison.of(
                    policy,
                    measure,
                    against,
                    new LogComparison.Samples(
                            stored(measure, having), trials, within(measure, having), samples(measure))));
        }
    }

    private void compare(Compared one) {
        long fewest = fewest(one.measure());
        Optional<String> tooFew = RegressionRule.tooFewBeyond(one.measure(), fewest);
        if (RegressionRule.isAdvisory(one.measure(), fewest)) {
            findings.add(new Finding.Note(one.measure() + " is advisory below 1,000 samples: "
                    + ComparisonText.numbers(one.finding(Verdict.UNDECIDED, policy.alpha()))));
        } else if (tooFew.isPresent()) {
            note(one.measure(), tooFew.get());
        } else {
            compared.add(one);
        }
    }

    /** A guarded measure of which no trial has samples, although it could. */
    private void lookAtNothing(Measure measure, List<BaselineRun> having) {
        if (having.isEmpty()) {
            note(measure, "neither this run nor a stored one has samples");
        } else {
            findings.add(missing(measure, having, Verdict.REGRESSION, " has no samples"));
        }
    }

    /** Names the trials without samples: {@code trial 2 of 3}, {@code trials 1 and 3 of 3}. */
    private String lacking(Measure measure) {
        List<String> lacking = IntStream.range(0, candidate.trials().size())
                .filter(i -> candidate.value(i, measure).isEmpty())
                .mapToObj(i -> Integer.toString(i + 1))
                .toList();
        return (lacking.size() == 1 ? "trial " : "trials ") + String.join(" and ", lacking) + " of "
                + candidate.trials().size();
    }

    /** A bad start is no regression: what only some trials lack decides nothing. */
    private Finding missing(Measure measure, List<BaselineRun> having, Verdict verdict, String what) {
        List<Double> stored = stored(measure, having);
        double baseline = LogComparison.of(
                        policy, measure, against, new LogComparison.Samples(stored, stored, Within.UNKNOWN, 0))
                .baseline();
        return new Finding.Comparison(
                measure,
                against,
                verdict,
                baseline,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                policy.toleranceFor(measure),
                Double.NaN,
                0,
                candidate.trials().size(),
                stored.size(),
                Double.NaN,
                Double.NaN,
                -1,
                measure + what + ", but is guarded and was " + Words.quantity(baseline, measure.metric()) + " in "
                        + against.count(stored.size()));
    }

    private void lookAtErrorRate() {
        List<Attempts> stored = runs.stream()
                .map(run -> new Attempts(run.counts().failed(), run.counts().attempted()))
                .filter(run -> run.attempted() > 0)
                .toList();
        List<Attempts> trials = IntStream.range(0, candidate.trials().size())
                .mapToObj(i -> new Attempts(candidate.failed(i), candidate.attempted(i)))
                .filter(trial -> trial.attempted() > 0)
                .toList();
        if (stored.isEmpty() || trials.isEmpty()) {
            return;
        }
        ErrorRateComparison errors = ErrorRateComparison.of(against, stored, trials);
        if (errors.material()) {
            compared.add(errors.compared());
        } else {
            // What can never be claimed costs the other measures nothing of their alpha.
            Finding.Comparison finding = errors.compared().finding(Verdict.PASS, policy.alpha());
            findings.add(finding.withText(ComparisonText.numbers(finding) + ErrorRateComparison.IMMATERIAL));
        }
    }

    private void note(Measure measure, String why) {
        findings.add(new Finding.Note(measure + " is not compared: " + why));
    }

    private String windows() {
        return candidate.ratesFromWholeRun()
                ? " over the whole run, as it is here because the window was short"
                : " over the window, as it is here";
    }

    /** Returns the runs that have a measure; a rate only over the same part of the run. */
    private List<BaselineRun> having(Measure measure) {
        return runs.stream()
                .filter(run -> ComparedValue.of(run, measure, candidate.ratesFromWholeRun())
                        .isPresent())
                .toList();
    }

    private static List<Double> stored(Measure measure, List<BaselineRun> having) {
        return having.stream().map(run -> run.value(measure).orElseThrow()).toList();
    }

    private List<Double> trials(Measure measure) {
        return IntStream.range(0, candidate.trials().size())
                .mapToObj(i -> candidate.value(i, measure))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
    }

    private Within within(Measure measure, List<BaselineRun> having) {
        double[] stored = having.stream()
                .map(run -> run.within().get(measure))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (stored.length == 0) {
            return Within.UNKNOWN;
        }
        double[] trials = candidate.trials().stream()
                .map(trial -> SliceBootstrap.relativeSd(trial, measure))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        return Within.of(stored, trials);
    }

    private long samples(Measure measure) {
        return candidate.trials().stream()
                .mapToLong(trial -> trial.measured(measure))
                .sum();
    }

    /** Returns the samples of the trial that has fewest: each must know its own value. */
    private long fewest(Measure measure) {
        return candidate.trials().stream()
                .mapToLong(trial -> trial.measured(measure))
                .min()
                .orElseThrow();
    }
}
