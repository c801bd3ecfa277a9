package io.github.llmperf.wording;

import io.github.llmperf.verdict.MissingReference;
import io.github.llmperf.verdict.Reference;

/** Why there is nothing to compare with, and what to do, in words. */
final class MissingReferenceText {

    private static final String NEWER_ANCHOR = "tag a newer run as the anchor";

    private MissingReferenceText() {}

    static String of(MissingReference gap) {
        if (gap instanceof MissingReference.NothingStored nothing) {
            return (nothing.isOfAnchor() ? "not compared with an anchor: " : "")
                    + NoRunsText.of(nothing.against(), nothing.why());
        }
        if (gap instanceof MissingReference.OtherLength length) {
            return length(length);
        }
        if (gap instanceof MissingReference.NotMeasured missing) {
            return notMeasured(missing);
        }
        throw MissingWording.of(gap);
    }

    private static String length(MissingReference.OtherLength length) {
        String now = tokens(length.now());
        String before = tokens(length.before());
        String change = " (" + Numbers.change(length.now() / length.before() - 1)
                + "), and shorter answers are always faster; ";
        String changed = "output length changed from " + before + " to " + now + " tokens" + change;
        String name = length.against().name();
        return switch (length.against().kind()) {
            case STORED_RUNS ->
                changed + "undo the change, or accept it by recording with" + " -Dllmperf.baseline=record "
                        + AcceptanceText.option(length.test());
            case ANCHOR -> "not compared with " + name + ": " + changed + NEWER_ANCHOR;
            case TARGET ->
                "answers are " + now + " tokens long against " + before + " of " + name + change
                        + "make them alike by maxNewTokens or forceLength";
        };
    }

    private static String tokens(double mean) {
        return Numbers.number(Math.round(mean * 10) / 10.);
    }

    private static String notMeasured(MissingReference.NotMeasured missing) {
        Reference against = missing.against();
        String where = missing.runs() == 1
                ? "not in the one " + ReferenceText.noun(against, 1)
                : "in none of the " + ReferenceText.count(against, missing.runs());
        String span =
                switch (missing.span()) {
                    case ANY -> "";
                    case WINDOW -> " over the window, as it is here";
                    case WHOLE_RUN -> " over the whole run, as it is here because the window was short";
                };
        return missing.measure() + " is " + where + span + "; "
                + (against.kind() == Reference.Kind.ANCHOR
                        ? NEWER_ANCHOR
                        : "record it anew with -Dllmperf.baseline=record");
    }
}
