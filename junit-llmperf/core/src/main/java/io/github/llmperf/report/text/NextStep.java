package io.github.llmperf.report.text;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.TrialDisagreement;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.SensitivityText;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The next step for a reader of a verdict. */
@API(status = Status.INTERNAL, since = "0.1")
public final class NextStep {

    private NextStep() {}

    /** The next step, as one sentence; empty where there is nothing to do. */
    public static String of(Report report) {
        Pairing pairing = report.plan().load().pairing();
        Optional<String> ofSearch = ofSearch(report);
        if (ofSearch.isPresent()) {
            return ofSearch.get();
        }
        if (report.isFailedByGate() && !report.judgement().lacksBaseline()) {
            return "let the load run until every guarded measure has its samples (requests, duration), or guard others with"
                    + " @Baseline(gated = …): llmperf.gate=true passes no guarded measure that was not compared";
        }
        return pairing == null ? ofStoredRuns(report) : PairedNextStep.of(report, pairing);
    }

    /** An inconclusive search has nothing to do with stored runs. */
    private static Optional<String> ofSearch(Report report) {
        boolean open = report.judgement().verdict() == Verdict.UNDECIDED
                && report.judgement().findings().stream()
                        .anyMatch(finding ->
                                finding instanceof Finding.Capacity && finding.status() == Finding.Status.UNDECIDED);
        return open
                ? Optional.of("allow more runs with maxRuns in @LlmCapacity, or let each measure longer, so that they"
                        + " differ less")
                : Optional.empty();
    }

    private static String ofStoredRuns(Report report) {
        Verdict verdict = report.judgement().verdict();
        if (recorded(report)
                && verdict.compareTo(Verdict.REGRESSION) < 0
                && report.stored().accepted()) {
            return "this run was stored and accepted: commit the baseline file, and later runs are compared with this"
                    + " one";
        }
        return switch (verdict) {
            case PASS -> "";
            case IMPROVED ->
                recorded(report)
                        ? "this run was stored: commit the baseline file, and the gain is held"
                        : "to hold the gain, store this run: -Dllmperf.baseline=record";
            case NO_BASELINE ->
                recorded(report)
                        ? "this run was stored: commit the baseline file, and later runs are compared with it"
                        : "to store this run as the first to compare with, run again with"
                                + " -Dllmperf.baseline=record and commit the baseline file";
            case UNDECIDED -> decides(report);
            case REGRESSION -> regression(report);
            case SLA_VIOLATED ->
                violated(report) + "; if this is what the server is meant to do, the limits stand in @Sla";
            case INVALID -> "nothing is said about the server: remove the cause named above and run again";
            case ERROR ->
                "check that " + new SafeText(report).of(report.plan().target().url())
                        + " answers a single request, then run again";
        };
    }

    /** Failures have words of their own, and times a course. */
    static String violated(Report report) {
        List<Finding> broken = report.judgement().findings().stream()
                .filter(finding -> finding.verdict() == Verdict.SLA_VIOLATED)
                .toList();
        if (report.measurement().requests().succeeded() == 0 || broken.stream().allMatch(NextStep::isOfFailures)) {
            return "see in the report why requests failed, in the server's own words";
        }
        return broken.stream().anyMatch(NextStep::isOfSpeed)
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
    private static String regression(Report report) {
        List<Reference> worse = report.judgement().findings().stream()
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(c -> c.verdict() == Verdict.REGRESSION)
                .map(Finding.Comparison::against)
                .distinct()
                .toList();
        String accept = "accept it: run again with -Dllmperf.baseline=record -Dllmperf.baseline.accept=\""
                + VisibleText.text(new SafeText(report)
                        .of(report.plan().scenario().withoutStage().displayName())) + "=reason\"";
        if (worse.equals(List.of(Reference.EPOCH_START))) {
            return "what grew in small steps since " + Reference.EPOCH_START.name()
                    + " is in no single change: if it is meant, " + accept
                    + ", which begins a new epoch, and commit the baseline file";
        }
        if (worse.size() == 1 && worse.get(0).kind() == Reference.Kind.ANCHOR) {
            String tag = new SafeText(report).of(worse.get(0).name());
            return "what grew in small steps since " + tag + " is in no single change: if it is meant, " + accept
                    + " -Dllmperf.baseline.tag=" + tag + ", which begins anew and moves the anchor to that run, and"
                    + " commit the baseline file";
        }
        return "if the change is meant, " + accept + " and commit the baseline file";
    }

    private static boolean recorded(Report report) {
        return report.plan().criteria().baseline().mode() == Mode.RECORD;
    }

    private static String decides(Report report) {
        Optional<Finding.Comparison> open = report.judgement().findings().stream()
                .filter(f -> f.status() == Finding.Status.UNDECIDED)
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .findFirst();
        return open.map(c -> decides(report, c))
                .orElse("more stored runs decide it: record them on the default branch with -Dllmperf.baseline=record");
    }

    private static String decides(Report report, Finding.Comparison c) {
        if (Double.isNaN(c.values().candidate())) {
            return "see in the report what became of the requests of the trial without " + c.measure()
                    + ", then run again";
        }
        if (TrialDisagreement.of(
                c,
                report.judgement().findings(),
                report.plan().criteria().baseline().guard().alpha())) {
            return "the trials disagree about " + c.measure() + ": see in the report how they differ, and run again; no"
                    + " number of stored runs decides it";
        }
        return c.against().kind() == Reference.Kind.ANCHOR
                ? ofAnchor(c, new SafeText(report).of(c.against().name()))
                : ofStoredRuns(c);
    }

    private static String ofStoredRuns(Finding.Comparison c) {
        return decides(
                c,
                c.evidence().runsNeeded() == 1 ? "stored run" : "stored runs",
                "record more with -Dllmperf.baseline=record");
    }

    /** A run recorded now is pinned only if it gets the tag, and it should get it only as a run of that version. */
    private static String ofAnchor(Finding.Comparison c, String tag) {
        return decides(
                c,
                (c.evidence().runsNeeded() == 1 ? "run of " : "runs of ") + tag,
                "record more of that version with -Dllmperf.baseline=record -Dllmperf.baseline.tag=" + tag);
    }

    private static String decides(Finding.Comparison c, String runs, String recordMore) {
        String tolerance = Figures.part(c.subject().tolerance());
        String seen = " (" + SensitivityText.seen(c) + " would be seen with 80 % power): ";
        if (c.evidence().runsNeeded() < 0 && c.evidence().runs() < BaselineStore.FEW) {
            return "how much runs differ is hardly known from " + c.evidence().runs() + seen + recordMore;
        }
        if (c.evidence().runsNeeded() < 0) {
            return BaselineStore.NEWEST + " " + runs + ", the most that are used, cannot decide " + c.measure()
                    + " within " + tolerance + " while runs differ by "
                    + Figures.part(c.evidence().runToRunSd()) + seen
                    + "quieten the environment, measure longer, or widen the tolerance in @Baseline";
        }
        if (c.evidence().runsNeeded() <= c.evidence().runs()) {
            return c.measure() + " lies too close to the " + tolerance + " allowed for the "
                    + c.evidence().runs()
                    + " there are to decide" + seen + "allow more trials (-Dllmperf.trials)"
                    + (c.evidence().runs() < BaselineStore.NEWEST ? ", or " + recordMore : "");
        }
        return c.evidence().runsNeeded() + " " + runs + " would decide " + c.measure() + " within " + tolerance
                + "; there " + (c.evidence().runs() == 1 ? "is " : "are ")
                + c.evidence().runs() + seen + recordMore;
    }
}
