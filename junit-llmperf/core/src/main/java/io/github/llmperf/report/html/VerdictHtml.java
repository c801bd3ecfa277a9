package io.github.llmperf.report.html;

import io.github.llmperf.report.json.TestOutcome;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.Facts;
import io.github.llmperf.report.text.NextStep;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.SensitivityWarningText;
import java.time.temporal.ChronoUnit;

/** The head of the page: what was tested, the verdict with its reason, what to do next, and the run in a few numbers. */
final class VerdictHtml {

    private VerdictHtml() {}

    static Markup header(Report report, TestOutcome outcome, SafeText safe, String name) {
        Tone tone = Tone.of(report.judgement().verdict());
        Markup header = new Markup();
        header.open("header").open("h1").name(name).close();
        String commit = report.origin().commit() == null
                ? ""
                : " · commit " + Figures.commit(report.origin().commit());
        header.element(
                "p",
                report.origin().startedAt().truncatedTo(ChronoUnit.SECONDS) + " · "
                        + safe.of(report.origin().environment().target()) + commit,
                "class",
                "sub");
        if (!outcome.message().isEmpty()) {
            header.add(itself(outcome, safe));
        }
        header.open("div", "class", "verdict " + tone.cssClass());
        header.element("b", tone.sign() + " " + report.judgement().verdict().words());
        header.open("p").prose(safe.of(report.reason())).close().close();
        SensitivityWarningText.of(report.judgement()).ifPresent(warning -> header.open("p", "class", "next")
                .prose("Warning: " + safe.of(warning) + ".")
                .close());
        String wayOut = NextStep.of(report);
        if (!wayOut.isEmpty()) {
            header.open("p", "class", "next").prose("Next: " + wayOut + ".").close();
        }
        header.add(FactList.of(Facts.outline(report), "outline", safe));
        return header.close();
    }

    /** The outcome of the test, which the load's verdict below does not show. */
    private static Markup itself(TestOutcome outcome, SafeText safe) {
        boolean failed = outcome.failedItself();
        Tone tone = failed ? Tone.BAD : Tone.PLAIN;
        Markup box = new Markup().open("div", "class", "verdict " + tone.cssClass());
        box.element("b", tone.sign() + (failed ? " TEST FAILED" : " SKIPPED"));
        return box.open("p")
                .prose((failed ? "The test itself failed: " : "The test skipped itself: ")
                        + safe.of(outcome.message())
                        + ". Below is what its load came to.")
                .close()
                .close();
    }
}
