package io.github.llmperf.report.text;

import io.github.llmperf.plan.Pairing;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.SensitivityText;

/** The next step for a reader of a verdict on a run that was compared with a second target. */
final class PairedNextStep {

    private static final String ELSE =
            "make each load longer, quieten the environment, or widen the tolerance in @Baseline";

    private PairedNextStep() {}

    static String of(Report report, Pairing pairing) {
        String name = new SafeText(report).of(pairing.name());
        return switch (report.judgement().verdict()) {
            case PASS, IMPROVED -> "";
            case NO_BASELINE -> "make the answers of both targets equally long, then run again";
            case UNDECIDED -> decides(report);
            case REGRESSION ->
                "the report has both targets side by side; if the change is meant, raise the tolerance in @Baseline, or"
                        + " compare with another target than " + name;
            case SLA_VIOLATED ->
                NextStep.violated(report) + "; the limits stand in @Sla and hold for the test's own target";
            case INVALID -> "nothing is said about either target: remove the cause named above and run again";
            case ERROR ->
                "check that both targets "
                        + switch (pairing.unit()) {
                            case LOADS -> "";
                            case STARTS -> "start, each while the other does not run, and ";
                        }
                        + "answer a single request, then run again";
        };
    }

    private static String decides(Report report) {
        return report.judgement().findings().stream()
                .filter(finding -> finding.status() == Finding.Status.UNDECIDED)
                .filter(Comparison.class::isInstance)
                .map(Comparison.class::cast)
                .findFirst()
                .map(PairedNextStep::decides)
                .orElse("more pairs decide it: raise pairs in @LlmCompare");
    }

    private static String decides(Comparison c) {
        String seen = SensitivityText.seen(c) + " would be seen with 80 % power";
        if (c.evidence().runsNeeded() < 0) {
            return "not even 100 pairs decide " + c.measure() + " within "
                    + Figures.part(c.subject().tolerance())
                    + " while pairs differ by " + Figures.part(c.evidence().runToRunSd()) + " (" + seen
                    + "): " + ELSE;
        }
        if (c.evidence().runs() >= Pairing.MOST) {
            return "there are as many pairs as there may be, " + c.evidence().runs() + " (" + seen + "): " + ELSE;
        }
        int more = Math.max(c.evidence().runsNeeded(), c.evidence().runs() + 1);
        return "raise pairs in @LlmCompare to " + more + " or more: there are "
                + c.evidence().runs() + " (" + seen + ")";
    }
}
