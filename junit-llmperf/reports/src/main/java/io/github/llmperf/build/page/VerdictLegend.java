package io.github.llmperf.build.page;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.Tone;

/** What the words of verdicts mean, for whoever meets them for the first time. */
final class VerdictLegend {

    private VerdictLegend() {}

    /** Returns the legend, folded, the worst word first. */
    static Markup folded() {
        Markup legend = new Markup().open("section").open("details").element("summary", "What the verdicts mean");
        legend.open("dl", "class", "facts");
        Verdict[] all = Verdict.values();
        for (int i = all.length - 1; i >= 0; i--) {
            Tone tone = Tone.of(all[i]);
            add(legend, tone, all[i].words(), meaning(all[i]));
            if (all[i] == Verdict.REGRESSION) {
                add(
                        legend,
                        Tone.BAD,
                        "TEST FAILED",
                        "the load would have let the test pass, but its body or what follows failed");
            }
        }
        add(legend, Tone.PLAIN, "SKIPPED", "the test skipped itself after its load");
        return legend.close().close().close();
    }

    private static void add(Markup legend, Tone tone, String words, String meaning) {
        legend.open("div").open("dt");
        legend.element("span", tone.sign() + " " + words, "class", "tag " + tone.cssClass());
        legend.close().element("dd", meaning).close();
    }

    static String meaning(Verdict verdict) {
        return switch (verdict) {
            case IMPROVED -> "limits met, and better than what it was compared with, by more than the tolerance";
            case PASS -> "limits met, and shown to be no worse than tolerated, or compared with nothing";
            case NO_BASELINE -> "limits met, but nothing comparable is stored";
            case UNDECIDED -> "limits met, but a regression of the tolerance's size cannot be excluded";
            case REGRESSION ->
                "worse than what it was compared with, by more than the tolerance and more than chance; fails the test";
            case SLA_VIOLATED -> "a limit is broken; fails the test";
            case INVALID -> "the run cannot be judged: measured too little, or not reliably; skips the test";
            case ERROR -> "no load took place: the target does not answer, or a setting is wrong; fails the test";
        };
    }
}
