package io.github.llmperf.wording;

import io.github.llmperf.plan.Limits;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.Remark.IfItCounted;
import io.github.llmperf.verdict.Remark.WhyNot;

/** What is worth knowing and decides nothing, in words. */
final class RemarkText {

    private RemarkText() {}

    static String of(Remark remark) {
        if (remark instanceof Remark.NotCompared not) {
            return not.measure() + " is not compared: " + whyNot(not.why());
        }
        if (remark instanceof Remark.NotComparedEndedEarly) {
            return "compared with no stored run, and not stored: the run was ended early";
        }
        if (remark instanceof Remark.PairsEndedEarly early) {
            return "not compared with " + early.name() + ": the run was ended early";
        }
        if (remark instanceof Remark.PairedInstead instead) {
            return "compared with no stored run, and not stored: " + instead.name() + " took their place in this run";
        }
        if (remark instanceof Remark.PairsCompare compare) {
            return PairedText.compared(compare.unit());
        }
        if (remark instanceof Remark.FewerPairs fewer) {
            return "only " + CauseText.pairs(fewer.measured(), fewer.asked()) + ": the run was ended early";
        }
        if (remark instanceof IfItCounted wouldBe) {
            return "the numbers, which do not count, would be "
                    + wouldBe.verdict().words() + ": "
                    + ReasonText.of(wouldBe.verdict(), wouldBe.findings(), wouldBe.alpha());
        }
        if (remark instanceof Remark.Nodes nodes) {
            return new CapacityText(nodes.outcome(), Limits.NONE).nodes();
        }
        if (remark instanceof Remark.Estimate estimate) {
            return new CapacityText(estimate.outcome(), Limits.NONE).estimate();
        }
        if (remark instanceof Remark.OfSecondTarget other) {
            return CauseText.ofSecondTarget(other.name(), NoteText.of(other.note()));
        }
        if (remark instanceof Remark.Line line) {
            return LineWarningText.of(line.warning());
        }
        if (remark instanceof Remark.Measured measured) {
            return NoteText.of(measured.note());
        }
        if (remark instanceof Remark.Server server) {
            return ServerText.of(server.saying());
        }
        if (remark instanceof Remark.ReasonElsewhere elsewhere) {
            return AcceptanceText.of(elsewhere.why());
        }
        return TrialText.of(remark);
    }

    private static String whyNot(WhyNot why) {
        return switch (why) {
            case NOT_STREAMED -> "it does not exist with stream = OFF";
            case ONE_TOKEN -> "it does not exist with maxNewTokens = 1";
            case NO_DIRECTION -> "neither more nor less of it is better";
            case FIXED_RATE -> "at a fixed request rate the plan sets it";
            case OWN_RULE -> "it is by a rule of its own";
        };
    }
}
