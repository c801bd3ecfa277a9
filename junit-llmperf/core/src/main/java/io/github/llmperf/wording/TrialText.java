package io.github.llmperf.wording;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.Remark.OneTrial;
import io.github.llmperf.verdict.Remark.Rerun;
import io.github.llmperf.verdict.Remark.WithoutEffect;
import java.util.stream.Collectors;

/** How often a test was run and why, in words. */
final class TrialText {

    private TrialText() {}

    static String of(Remark remark) {
        if (remark instanceof Rerun rerun) {
            return rerun(rerun);
        }
        if (remark instanceof Remark.Retried retried) {
            return retried(retried);
        }
        if (remark instanceof Remark.NotRetried why) {
            return notRetried(why);
        }
        if (remark instanceof Remark.Together together) {
            return together(together);
        }
        if (remark instanceof Remark.Calibrated) {
            return "calibrated, and compared with nothing: see calibration.md";
        }
        if (remark instanceof Remark.TrialsCutShort cut) {
            return "further trials were wanted and failed: " + cut.said();
        }
        if (remark instanceof OneTrial one) {
            return oneTrial(one);
        }
        if (remark instanceof WithoutEffect setting) {
            return withoutEffect(setting);
        }
        throw MissingWording.of(remark);
    }

    private static String rerun(Rerun rerun) {
        return "re-run " + rerun.number() + " of this build: "
                + (rerun.compared() > 1
                        ? "the geometric mean of its " + rerun.compared() + " runs is compared, since they share server"
                                + " and hour and so are one trial; "
                        : "")
                + "limits are judged by this run alone";
    }

    private static String retried(Remark.Retried retried) {
        int before = retried.givenUp().size();
        return "try " + (before + 1) + ": "
                + (before == 1 ? "the one before was " : "the " + before + " before were ")
                + Verdict.INVALID.words()
                + (before == 1 ? " and counts" : " and count")
                + " for nothing ("
                + retried.givenUp().stream().map(TrialText::reason).distinct().collect(Collectors.joining("; "))
                + ")";
    }

    private static String reason(Judgement givenUp) {
        return ReasonText.of(givenUp.verdict(), givenUp.findings(), givenUp.alpha());
    }

    private static String notRetried(Remark.NotRetried why) {
        return "not tried again: "
                + switch (why) {
                    case SAME_PROMPTS ->
                        "its prompts come again in each try, and a target that is not started anew may have kept what it"
                                + " made of them; run it again yourself";
                    case BUDGET ->
                        "another try may spend more than maxTokens; raise it, or run the test again yourself";
                };
    }

    private static String together(Remark.Together together) {
        return "judged together with " + Numbers.count(together.builds(), "earlier build") + " that looked worse: "
                + (together.isWorse()
                        ? "all of them still do, so none of them is compared with before that is decided"
                        : "on average they do not any more, so those that were undecided count from now on");
    }

    private static String oneTrial(OneTrial one) {
        String setting = one.asked().isPresent() ? "trials=" + one.asked().getAsInt() : "llmperf.baseline=calibrate";
        return setting
                + switch (one.why()) {
                    case STAGES -> " has no effect on a test with stages: they were run once";
                    case SAME_START ->
                        " needs a target that can be started anew, one of a TargetSource (@LlmTarget(from = …),"
                                + " @SimulatedLlm): this test had one trial";
                };
    }

    private static String withoutEffect(WithoutEffect setting) {
        return switch (setting) {
            case TRIALS_OF_PAIRS ->
                "trials and calibration have no effect beside @LlmCompare: its pairs are what is repeated";
            case TRIALS_OF_SEARCH -> "trials and calibration have no effect beside @LlmCapacity: a search is run once";
            case GATED_OF_SEARCH ->
                "gated measures have no effect beside @LlmCapacity: the capacity is what is guarded";
        };
    }
}
