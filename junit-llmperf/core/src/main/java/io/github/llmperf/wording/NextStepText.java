package io.github.llmperf.wording;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.verdict.Evidence;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.TrialDisagreement;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What a reader of a verdict does next, in one sentence. */
@API(status = Status.INTERNAL, since = "0.1")
public final class NextStepText {

    private static final String MORE_SAMPLES = "let the load run until every guarded measure has its samples (requests,"
            + " duration), or guard others with @Baseline(gated = …)";

    private NextStepText() {}

    /**
     * What the next step depends on.
     *
     * @param test name by which a reason accepts the test
     * @param url where its target listens
     * @param second the target it was compared with; empty where it was compared with stored runs
     * @param recorded whether runs are stored
     * @param accepted whether this one was stored with a reason
     * @param uncompared whether the test fails because a guarded measure was compared with nothing
     * @param answered whether a request succeeded
     */
    public record Facts(
            Judgement judgement,
            String test,
            String url,
            Optional<Second> second,
            boolean recorded,
            boolean accepted,
            boolean uncompared,
            boolean answered) {}

    /**
     * The target that the test's own was compared with.
     *
     * @param unit what is compared of both
     */
    public record Second(String name, Pairing.Unit unit) {}

    /**
     * Says the next step.
     *
     * @return the sentence, without a stop; empty where there is nothing to do
     */
    public static String of(Facts run) {
        if (isOpenSearch(run.judgement())) {
            return "allow more runs with maxRuns in @LlmCapacity, or let each measure longer, so that they differ less";
        }
        if (run.uncompared()) {
            return MORE_SAMPLES + ": llmperf.gate=true passes no guarded measure that was not compared";
        }
        return run.second()
                .map(second -> PairedNextStepText.of(run, second))
                .orElseGet(() -> run.accepted() && run.judgement().verdict().compareTo(Verdict.REGRESSION) < 0
                        ? "this run was stored and accepted: commit the baseline file, and later runs are compared with"
                                + " this one"
                        : ofStoredRuns(run));
    }

    /** An inconclusive search has nothing to do with stored runs. */
    private static boolean isOpenSearch(Judgement judgement) {
        return judgement.verdict() == Verdict.UNDECIDED
                && judgement.findings().stream()
                        .anyMatch(finding ->
                                finding instanceof Finding.Capacity && finding.status() == Finding.Status.UNDECIDED);
    }

    private static String ofStoredRuns(Facts run) {
        return switch (run.judgement().verdict()) {
            case PASS -> "";
            case IMPROVED ->
                run.recorded()
                        ? "this run was stored: commit the baseline file, and the gain is held"
                        : "to hold the gain, store this run: -Dllmperf.baseline=record";
            case NO_BASELINE ->
                hasOtherAnswers(run.judgement())
                        ? ifMeant(run)
                        : run.recorded()
                                ? "this run was stored: commit the baseline file, and later runs are compared with it"
                                : "to store this run as the first to compare with, run again with"
                                        + " -Dllmperf.baseline=record and commit the baseline file";
            case UNDECIDED ->
                undecided(run.judgement())
                        .map(open -> decides(open, run.judgement()))
                        .orElse(MORE_SAMPLES);
            case REGRESSION -> regression(run);
            case SLA_VIOLATED ->
                violated(run) + "; if this is what the server is meant to do, the limits stand in @Sla";
            case INVALID -> "nothing is said about the server: remove the cause named above and run again";
            case ERROR -> "check that " + run.url() + " answers a single request, then run again";
        };
    }

    /** Failures have words of their own, and times a course. */
    static String violated(Facts run) {
        List<Finding> broken = run.judgement().findings().stream()
                .filter(finding -> finding.verdict() == Verdict.SLA_VIOLATED)
                .toList();
        if (!run.answered() || broken.stream().allMatch(NextStepText::isOfFailures)) {
            return "see in the report why requests failed, in the server's own words";
        }
        return broken.stream().anyMatch(NextStepText::isOfSpeed)
                ? "see in the report when in the run it was slow, and what the server did then"
                : "see in the report what came out instead";
    }

    /** Also a percentile that only counts failed requests as endless. */
    private static boolean isOfFailures(Finding finding) {
        return finding instanceof Finding.Sla sla
                && (sla.limit().measure().metric() == Metric.ERROR_RATE
                        || (sla.withoutFailures().isPresent()
                                && sla.limit().isMetBy(sla.withoutFailures().getAsDouble())));
    }

    private static boolean isOfSpeed(Finding finding) {
        if (finding instanceof Finding.Sla sla && !isOfFailures(finding)) {
            return switch (sla.limit().measure().metric().unit()) {
                case BYTES, TOKENS, CHARS, REQUESTS, USERS -> false;
                default -> true;
            };
        }
        return finding instanceof Finding.Overrun;
    }

    /** A measure that has only drifted is no worse than in the newest runs: the last change is not the cause. */
    private static String regression(Facts run) {
        List<Reference> worse = run.judgement().findings().stream()
                .filter(Comparison.class::isInstance)
                .map(Comparison.class::cast)
                .filter(c -> c.verdict() == Verdict.REGRESSION)
                .map(Comparison::against)
                .distinct()
                .toList();
        String accept = accept(run);
        if (worse.equals(List.of(Reference.EPOCH_START))) {
            return "what grew in small steps since " + Reference.EPOCH_START.name()
                    + " is in no single change: if it is meant, " + accept
                    + ", which begins a new epoch, and commit the baseline file";
        }
        if (worse.size() == 1 && worse.get(0).kind() == Reference.Kind.ANCHOR) {
            String tag = worse.get(0).name();
            return "what grew in small steps since " + tag + " is in no single change: if it is meant, " + accept
                    + " -Dllmperf.baseline.tag=" + tag + ", which begins anew and moves the anchor to that run, and"
                    + " commit the baseline file";
        }
        return ifMeant(run);
    }

    private static String ifMeant(Facts run) {
        return "if the change is meant, " + accept(run) + " and commit the baseline file";
    }

    private static String accept(Facts run) {
        return "accept it: run again with -Dllmperf.baseline=record " + AcceptanceText.option(run.test());
    }

    private static boolean hasOtherAnswers(Judgement judgement) {
        return judgement.findings().stream()
                .anyMatch(finding -> finding instanceof Finding.NotComparable none
                        && none.gap().isOfAnswers()
                        && none.gap().against().equals(Reference.STORED_RUNS));
    }

    static Optional<Comparison> undecided(Judgement judgement) {
        return judgement.findings().stream()
                .filter(finding -> finding.status() == Finding.Status.UNDECIDED)
                .filter(Comparison.class::isInstance)
                .map(Comparison.class::cast)
                .filter(c -> !c.hasFewSamples())
                .findFirst();
    }

    private static String decides(Comparison c, Judgement judgement) {
        if (c.isMissing()) {
            return "see in the report what became of the requests of the trial without " + c.measure()
                    + ", then run again";
        }
        if (TrialDisagreement.of(c, judgement.findings(), judgement.alpha())) {
            return "the trials disagree about " + c.measure() + ": see in the report how they differ, and run again; no"
                    + " number of stored runs decides it";
        }
        // A run recorded now is pinned only if it gets the tag, and it should get it only as a run of that version.
        return c.against().kind() == Reference.Kind.ANCHOR
                ? decides(
                        c,
                        "record more of that version with -Dllmperf.baseline=record -Dllmperf.baseline.tag="
                                + c.against().name())
                : decides(c, "record more with -Dllmperf.baseline=record");
    }

    /** What stands in for missing runs has no part in what the most runs could decide. */
    private static String noise(Comparison c) {
        Evidence.Spread spread = c.evidence().spread();
        return spread.isAssumed()
                ? " at the noise of the " + c.evidence().runs() + " there are"
                : " while runs differ by " + Figures.part(spread.sd());
    }

    private static String decides(Comparison c, String recordMore) {
        int runs = c.evidence().runs();
        int needed = c.evidence().runsNeeded();
        String tolerance = Figures.part(c.subject().tolerance());
        String seen = " (" + SensitivityText.seen(c) + " would be seen with 80 % power): ";
        if (needed < 0 && runs < BaselineStore.FEW) {
            return "how much runs differ is hardly known from " + runs + seen + recordMore;
        }
        if (needed < 0) {
            return ReferenceText.count(c.against(), BaselineStore.NEWEST)
                    + ", the most that are used, cannot decide " + c.measure() + " within " + tolerance
                    + noise(c) + seen
                    + "quieten the environment, measure longer, or widen the tolerance in @Baseline";
        }
        if (needed <= runs) {
            return c.measure() + " lies too close to the " + tolerance + " allowed for the " + runs
                    + " there are to decide" + seen + "allow more trials (-Dllmperf.trials)"
                    + (runs < BaselineStore.NEWEST ? ", or " + recordMore : "");
        }
        return ReferenceText.count(c.against(), needed) + " would decide " + c.measure() + " within " + tolerance
                + "; there " + (runs == 1 ? "is " : "are ") + runs + seen + recordMore;
    }
}
