package io.github.llmperf.report.model;

import io.github.llmperf.baseline.Environment;
import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.ServerLog.Source;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Note;
import io.github.llmperf.measure.server.Logs;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Findings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reports that have one and the same word wherever people, servers and models can put theirs. */
public final class WordyReports {

    private WordyReports() {}

    /** A regression whose every name and message is the word. */
    public static Report regression(String word, int users, Path output) {
        return with(word, users, output, Reports.regression());
    }

    /** A comparison with a second target that is called so. */
    public static Report paired(String word, int users, Path output) {
        Target second = Target.at("http://canary").withName(word).withLabel(word, word);
        return with(word, users, output, Reports.regression().pairedWith(second, 3));
    }

    private static Report with(String word, int users, Path output, ReportBuilder reports) {
        Logs logs = Logs.of(80)
                .with(RawMetric.WAITING, second -> 6)
                .gpu(word, second -> 20)
                .gpu("1", second -> 40)
                .source(new Source("http://gpu:9400/" + word, true, 80, 2, word, true, 0));
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("users", users);
        cell.put("prompt", word);
        cell.put(word, word);
        Report plain = reports.judged(Verdict.REGRESSION)
                .withFindings(findings(word))
                .of(new Scenario("com.acme." + word, word, cell, "users=" + users + ",prompt=" + word))
                .of(Target.at("http://localhost:8000")
                        .withModel(word)
                        .withHeader("X-Team", word)
                        .withHeader(word, word)
                        .withLabel("gpu", word)
                        .withLabel(word, word))
                .prompt(word)
                .failingWith(word)
                .answering(word)
                .commit(word)
                .withFullRecords()
                .server(Reports.during(logs.log()))
                .into(output)
                .build();
        return worded(word, plain);
    }

    private static List<Finding> findings(String word) {
        List<Finding> findings =
                new ArrayList<>(Reports.regression().build().judgement().findings());
        findings.add(Findings.note(word));
        findings.add(Findings.invalid(word));
        findings.add(Findings.notComparable(word));
        return findings;
    }

    private static Report worded(String word, Report plain) {
        LoadRun run = plain.run();
        Measurement measured = plain.measurement();
        return new Report(
                plain.plan(),
                new Origin(
                        plain.origin().startedAt(),
                        plain.origin().commit(),
                        new Environment(
                                word,
                                word,
                                word,
                                new TreeMap<>(Map.of("gpu", word, word, word)),
                                word,
                                word,
                                word,
                                8,
                                Set.of())),
                Observed.of(
                        plain.plan(),
                        new LoadRun(
                                run.startedAt(),
                                run.times(),
                                run.records(),
                                0,
                                run.health(),
                                LoadRun.End.INTERRUPTED,
                                Optional.of(new EarlyEnd.FailedHere(Failure.of(FailureKind.GENERATOR, word))),
                                List.of()),
                        new Measurement(
                                measured.distributions(),
                                measured.slices(),
                                measured.rates(),
                                measured.requests(),
                                measured.tokens(),
                                measured.window(),
                                measured.wholeRun(),
                                measured.peakConcurrency(),
                                List.of(new Note.Oddity(word, 1, 2))),
                        plain.observed().server(),
                        new TreeMap<>(Map.of(word, 3., "vllm:gpu_cache_usage_perc", .83))),
                plain.judgement(),
                new Report.BaselineUse(5, word, word, StoredRuns.NONE),
                plain.series());
    }
}
