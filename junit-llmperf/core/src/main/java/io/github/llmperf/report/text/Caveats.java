package io.github.llmperf.report.text;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.wording.CaveatText;
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

    private Caveats() {}

    public static List<String> of(Report report) {
        Measurement measurement = report.measurement();
        List<String> sentences = new ArrayList<>();
        sentences.add(CaveatText.latencies(measurement.requests()));
        sentences.add(
                report.plan().load().pairing() != null
                        ? CaveatText.twoTargets()
                        : CaveatText.oneBuild(report.series().trials().size()));
        if (report.plan().criteria().baseline().compares() && report.baseline().runs() < BaselineStore.FEW) {
            sentences.add(CaveatText.weakBaseline(report.baseline().runs()));
        }
        sentences.add(CaveatText.PERCENTILES);
        if (measurement.tokens().from() != TokensFrom.USAGE) {
            sentences.add(CaveatText.countedTokens(measurement.tokens().from()));
        }
        ofRates(report).ifPresent(sentences::add);
        if (report.run().end() == LoadRun.End.MAX_DURATION) {
            sentences.add(CaveatText.LONGEST_DURATION);
        }
        if (measurement.tokens().cached() > 0) {
            sentences.add(CaveatText.cachedTokens(measurement.tokens()));
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
        RequestCounts requests = report.measurement().requests();
        return requests.failed() == 0 || requests.succeeded() == 0
                ? Optional.empty()
                : Optional.of(CaveatText.latenciesWithoutFailures(requests));
    }

    /** Says which part of the run rates cover, if it is not the window. */
    public static Optional<String> ofRates(Report report) {
        return report.measurement().window().ratesFromWholeRun() ? Optional.of(CaveatText.WHOLE_RUN) : Optional.empty();
    }

    /** Says why a comparison and a table may differ, if one is of several loads. */
    public static Optional<String> ofAverages(Report report) {
        int pairs = report.paired().map(paired -> paired.pairs().size()).orElse(0);
        int trials = report.series().trials().size();
        if (pairs > 0) {
            return Optional.of(CaveatText.averages(pairs, "pair"));
        }
        return trials == 1 ? Optional.empty() : Optional.of(CaveatText.averages(trials, "trial"));
    }
}
