package io.github.llmperf.wording;

import io.github.llmperf.plan.Pairing;
import io.github.llmperf.verdict.Finding.Comparison;

/** What a reader of a verdict does next, of a run that was compared with a second target. */
final class PairedNextStepText {

    private static final String ELSE =
            "make each load longer, quieten the environment, or widen the tolerance in @Baseline";

    private PairedNextStepText() {}

    static String of(NextStepText.Facts run, NextStepText.Second second) {
        return switch (run.judgement().verdict()) {
            case PASS, IMPROVED -> "";
            case NO_BASELINE -> "make the answers of both targets equally long, then run again";
            case UNDECIDED ->
                NextStepText.undecided(run.judgement())
                        .map(PairedNextStepText::decides)
                        .orElse("more pairs decide it: raise pairs in @LlmCompare");
            case REGRESSION ->
                "the report has both targets side by side; if the change is meant, raise the tolerance in @Baseline, or"
                        + " compare with another target than " + second.name();
            case SLA_VIOLATED ->
                NextStepText.violated(run) + "; the limits stand in @Sla and hold for the test's own target";
            case INVALID -> "nothing is said about either target: remove the cause named above and run again";
            case ERROR ->
                "check that both targets "
                        + switch (second.unit()) {
                            case LOADS -> "";
                            case STARTS -> "start, each while the other does not run, and ";
                        }
                        + "answer a single request, then run again";
        };
    }

    private static String decides(Comparison c) {
        String seen = SensitivityText.seen(c) + " would be seen with 80 % power";
        if (c.evidence().runsNeeded() < 0) {
            return "not even 100 pairs decide " + c.measure() + " within "
                    + Figures.part(c.subject().tolerance())
                    + " while pairs differ by "
                    + Figures.part(c.evidence().spread().sd()) + " (" + seen
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
