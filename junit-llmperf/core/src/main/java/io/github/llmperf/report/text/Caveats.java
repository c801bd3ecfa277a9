package io.github.llmperf.report.text;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.NoteText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Caveats on the numbers of a report, shown next to the numbers. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Caveats {

    private static final String WHOLE_RUN =
            "The window was shorter than half the run, so rates and concurrency are those of the whole run.";

    private Caveats() {}

    public static List<String> of(Report report) {
        Measurement measurement = report.measurement();
        List<String> sentences = new ArrayList<>();
        sentences.add(
                "Latencies are those of " + Figures.count(measurement.requests().succeeded(), "successful request")
                        + " as this machine saw them, network included; in limits on percentiles a failed request counts as"
                        + " infinitely slow.");
        sentences.add(oneRun(report));
        if (report.plan().criteria().baseline().compares() && report.baseline().runs() < BaselineStore.FEW) {
            sentences.add(
                    "The baseline is weak: " + Figures.count(report.baseline().runs(), "stored run") + ", where "
                            + BaselineStore.FEW + " or more show how much runs differ by themselves.");
        }
        sentences.add("A percentile is shown from 10 requests on for p90 and 100 for p99; it is certain within its"
                + " sample from 64 and 662 on.");
        if (measurement.tokens().from() != TokensFrom.USAGE) {
            sentences.add("The server did not state its token counts; they were counted from "
                    + measurement.tokens().from().jsonName()
                    + (measurement.tokens().from() == TokensFrom.EVENTS
                            ? ", and an event may hold several tokens, so tpot may be too high and token rates too low."
                            : " on the wire."));
        }
        if (measurement.window().ratesFromWholeRun()) {
            sentences.add(WHOLE_RUN);
        }
        if (report.run().end() == LoadRun.End.MAX_DURATION) {
            sentences.add("The run ended at its longest duration, before everything planned was measured.");
        }
        if (measurement.tokens().cached() > 0) {
            sentences.add(measurement.tokens().cached() + " of "
                    + measurement.tokens().prompt() + " prompt tokens came from the server's cache"
                    + (measurement.tokens().continued().requests() > 0
                            ? ", " + measurement.tokens().continued().cached()
                                    + " of them in turns that go on with a conversation, whose history is rightly there."
                            : "."));
        }
        // What the server says stands beside its metrics.
        report.judgement().findings().stream()
                .filter(finding -> finding instanceof Finding.Note note && !(note.remark() instanceof Remark.Server))
                .map(FindingText::of)
                .forEach(sentences::add);
        measurement.notes().stream()
                .map(NoteText::of)
                .filter(note -> !sentences.contains(note))
                .forEach(sentences::add);
        return sentences;
    }

    /** Says which latencies tables and pictures show, if limits are judged by others. */
    public static Optional<String> ofFailures(Report report) {
        long failed = report.measurement().requests().failed();
        long succeeded = report.measurement().requests().succeeded();
        return failed == 0 || succeeded == 0
                ? Optional.empty()
                : Optional.of("Latencies are those of the " + Figures.count(succeeded, "successful request")
                        + ", responseTime of all; limits on percentiles count "
                        + (failed == 1 ? "the failed one" : "each of the " + failed + " failed ones") + " as ∞.");
    }

    /** Says which part of the run rates cover, if it is not the window. */
    public static Optional<String> ofRates(Report report) {
        return report.measurement().window().ratesFromWholeRun() ? Optional.of(WHOLE_RUN) : Optional.empty();
    }

    /**
     * Says why a comparison and a table may differ: one is the mean of several loads, the other covers all their
     * requests.
     */
    public static Optional<String> ofAverages(Report report) {
        int pairs = report.paired().map(paired -> paired.pairs().size()).orElse(0);
        int trials = report.series().trials().size();
        if (pairs == 0 && trials == 1) {
            return Optional.empty();
        }
        return Optional.of("Compared is the mean of the "
                + (pairs > 0 ? Figures.count(pairs, "pair") : Figures.count(trials, "trial"))
                + "; limits, tables and pictures are of the requests of all of them together, so that they differ a"
                + " little.");
    }

    private static String oneRun(Report report) {
        if (report.plan().load().pairing() != null) {
            return "Both targets were measured in turns in one run, so that what disturbs both cancels. What differs for"
                    + " good between the places they run at does not: it counts as theirs.";
        }
        int trials = report.series().trials().size();
        return (trials == 1 ? "This is one run." : "These are " + trials + " trials.")
                + " Requests of a run share its luck, so more of them narrow a percentile but not"
                + " the difference from run to run; only stored runs tell that.";
    }
}
