package io.github.llmperf.wording;

import io.github.llmperf.baseline.BaselineRun.TestName;
import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.baseline.NoRuns.AcceptedSince;
import io.github.llmperf.baseline.NoRuns.Changed;
import io.github.llmperf.baseline.NoRuns.NoneYet;
import io.github.llmperf.baseline.NoRuns.NotGoodEnough;
import io.github.llmperf.baseline.NoRuns.NotTagged;
import io.github.llmperf.baseline.NoRuns.OtherEnvironment;
import io.github.llmperf.baseline.NoRuns.Renamed;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Reference;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Collectors;

/** Why no stored run can be compared with, and what to do, in words. */
final class NoRunsText {

    private final NoRuns none;
    private final boolean ofAnchor;
    private final String tag;

    private NoRunsText(Reference against, NoRuns none) {
        this.none = none;
        ofAnchor = against.kind() == Reference.Kind.ANCHOR;
        tag = against.name();
    }

    static String of(Reference against, NoRuns none) {
        return new NoRunsText(against, none).sentence();
    }

    private String sentence() {
        String file = none.file();
        if (none.why() instanceof NoRuns.Unreadable unreadable) {
            return "baseline " + file + " could not be read (" + unreadable.said() + "); make it readable";
        }
        if (none.why() instanceof NoRuns.NoLineUsable) {
            return "no line of " + file + " can be used; restore it from git, or " + wayOut();
        }
        if (none.why() instanceof OtherEnvironment other) {
            return otherEnvironment(other);
        }
        if (none.why() instanceof NoneYet yet) {
            return "none stored yet in " + file + "; "
                    + yet.renamed().map(renamed -> move(renamed) + ", or ").orElse("") + wayOut();
        }
        if (none.why() instanceof NoRuns.NoOther) {
            return "no other run is stored in " + file + "; " + wayOut();
        }
        if (none.why() instanceof NoRuns.OnlyOfThisBuild) {
            return "only this build's own first run is stored; later builds are compared with it";
        }
        if (none.why() instanceof NotGoodEnough bad) {
            return "no run " + (ofAnchor ? "tagged " + tag + " " : "") + "in " + file
                    + " is good enough to compare with: " + verdicts(bad.verdicts()) + "; "
                    + (ofAnchor
                            ? wayOut()
                            : "record a good one with -Dllmperf.baseline=record, or accept this one by" + " adding "
                                    + AcceptanceText.option(bad.test()));
        }
        if (none.why() instanceof Changed changed) {
            return (ofAnchor
                            ? "nothing tagged " + tag + " in " + file + " is comparable"
                            : "nothing comparable in " + file)
                    + ": " + DifferenceText.changed(changed.differences()) + "; undo the change, or " + wayOut();
        }
        if (none.why() instanceof NotTagged untagged) {
            return "no run in " + file + " is tagged " + tag
                    + (untagged.known().isEmpty()
                            ? ""
                            : " (tags there are: " + String.join(", ", untagged.known()) + ")")
                    + "; " + wayOut();
        }
        if (none.why() instanceof AcceptedSince since) {
            return "what is tagged " + tag + " in " + file + " is older than the run accepted on "
                    + since.when().atOffset(ZoneOffset.UTC).toLocalDate() + " (" + since.reason() + "); " + wayOut();
        }
        throw MissingWording.of(none.why());
    }

    private String wayOut() {
        if (ofAnchor) {
            return none.ended()
                    ? "this run is tagged " + tag
                    : "tag a run with -Dllmperf.baseline=record -Dllmperf.baseline.tag=" + tag;
        }
        return none.ended() ? "this run is recorded" : "record one with -Dllmperf.baseline=record";
    }

    private String otherEnvironment(OtherEnvironment other) {
        String known = String.join(" or ", other.known());
        return "environment changed from " + known + " to " + other.asked() + "; set llmperf.environment to " + known
                + " to compare with those runs, or " + wayOut();
    }

    private static String move(Renamed renamed) {
        TestName before = renamed.before();
        return "comparable runs lie under " + before.className() + "." + before.methodName() + "[" + before.cellName()
                + "]; renamed? move its runs: git mv " + quoted(renamed.source()) + " " + quoted(renamed.target());
    }

    /** As a shell reads it. */
    private static String quoted(String path) {
        return path.chars().anyMatch(c -> "$(), ".indexOf(c) >= 0) ? "'" + path + "'" : path;
    }

    /** Counts verdicts, such as {@code REGRESSION (2), INVALID (1)}. */
    private static String verdicts(Map<Verdict, Integer> verdicts) {
        return verdicts.entrySet().stream()
                .map(one -> one.getKey().name() + " (" + one.getValue() + ")")
                .collect(Collectors.joining(", "));
    }
}
