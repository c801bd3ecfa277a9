package io.github.llmperf.bench;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Caps;
import io.github.llmperf.plan.Criteria;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.Load;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Observation;
import io.github.llmperf.plan.Output;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.report.model.Observed;
import io.github.llmperf.report.model.Origin;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.StoredRuns;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.Judge;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * A run of many requests and all that becomes of it, from the first request to the files, as the extension does it.
 *
 * @param plan closed loop of eight users, with limits and guarded measures
 */
record LongRun(LoadPlan plan) {

    private static final int USERS = 8;
    private static final String TEST = "io.github.llmperf.bench.LongRun";

    static LongRun of(int requests, boolean fullRecords, Path output) {
        return of(new Scenario(TEST, "run", Map.of(), Scenario.SINGLE), requests, fullRecords, output);
    }

    /** A cell of a matrix of two; the load is the same in both. */
    static LongRun ofCell(int cell, int requests, Path output) {
        return of(new Scenario(TEST, "run", Map.of("cell", cell), "cell=" + cell), requests, false, output);
    }

    private static LongRun of(Scenario scenario, int requests, boolean fullRecords, Path output) {
        return new LongRun(new LoadPlan(
                scenario,
                "run",
                Target.at("http://localhost:1").withModel("m"),
                Load.once(
                        new Workload(
                                Workload.Prompts.of("chat", "hash"),
                                1000,
                                false,
                                true,
                                0,
                                "",
                                "",
                                Workload.Cache.UNIQUE),
                        Arrival.ClosedLoop.of(USERS),
                        new Phases(
                                Phases.Warmup.NONE,
                                OptionalInt.of(requests),
                                Optional.empty(),
                                Duration.ZERO,
                                Duration.ofMinutes(10),
                                Phases.WindowKind.STEADY,
                                false),
                        42),
                Caps.ofTimeout(Duration.ofSeconds(60)),
                new Criteria(
                        new Limits(
                                List.of(Limit.parse("ttft.p90 < 100ms"), Limit.parse("itl.p99 < 50ms")),
                                OptionalDouble.of(200),
                                OptionalDouble.empty(),
                                OptionalDouble.empty()),
                        BaselinePolicy.standard(
                                BaselinePolicy.Mode.COMPARE,
                                List.of(Measure.parse("ttft.p50"), Measure.parse("ttft.p90"), Measure.parse("tpot"))),
                        false),
                Observation.UNPROBED,
                new Output(output, fullRecords)));
    }

    LoadRun load(int tokens, LoadProgress progress) throws InterruptedException {
        Prompt prompt = Prompt.of("What does this server say?");
        return new LoadRunner(NanoClock.SYSTEM)
                .run(plan, index -> prompt, new InstantClient(tokens), progress, StopRule.NEVER);
    }

    Measurement measure(LoadRun run) {
        return Recorder.measure(plan, run);
    }

    /** Judges a run against stored ones and writes all its files. */
    Report tell(LoadRun run, Measurement measurement, List<BaselineRun> stored) throws IOException {
        Report report = report(run, measurement, stored);
        new FilesPublisher().write(report);
        return report;
    }

    /** Judges a run against stored ones. */
    Report report(LoadRun run, Measurement measurement, List<BaselineRun> stored) {
        BaselineLookup lookup = new BaselineLookup(
                stored,
                Optional.empty(),
                Path.of("run.jsonl"),
                List.of(),
                stored.isEmpty()
                        ? Optional.of(new NoRuns("run.jsonl", new NoRuns.NoneYet(Optional.empty()), false))
                        : Optional.empty());
        return new Report(
                plan,
                new Origin(
                        run.startedAt(),
                        null,
                        new Environment(
                                "bench", "http://localhost:1", "m", new TreeMap<>(), "", "17", "Linux", 2, Set.of())),
                Observed.of(plan, run, measurement, ServerView.NOTHING, new TreeMap<>()),
                Judge.judge(plan, Candidate.of(run, measurement), lookup),
                new Report.BaselineUse(stored.size(), "bench", "run.jsonl", StoredRuns.NONE),
                Report.Series.of(measurement));
    }

    /** Stored runs that equal this one, as many as a comparison usually has. */
    static List<BaselineRun> stored(Report report) {
        List<BaselineRun> stored = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            stored.add(report.asBaselineRun());
        }
        return stored;
    }
}
