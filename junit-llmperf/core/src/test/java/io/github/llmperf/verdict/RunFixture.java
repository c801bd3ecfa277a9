package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineFixture;
import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.baseline.LineWarning;
import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.baseline.PlanFixture;
import io.github.llmperf.baseline.Standing;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.wording.FindingText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A run to be judged: healthy, complete, and compared with five equal stored runs, until a test changes it. */
final class RunFixture {

    final PlanFixture plan = new PlanFixture();
    final MeasurementFixture measurement = new MeasurementFixture();
    final List<RequestRecord> records = new ArrayList<>();
    final List<LineWarning> warnings = new ArrayList<>();
    List<BaselineRun> stored = new ArrayList<>();
    final List<BaselineRun> open = new ArrayList<>();
    Optional<BaselineLookup.EpochStart> epochStart = Optional.empty();
    final List<BaselineRun> pinned = new ArrayList<>();
    final List<MeasurementFixture> furtherTrials = new ArrayList<>();
    Health health = Healths.of(.4, 3, .12, .3, 8);
    LoadRun.End end = LoadRun.End.COMPLETED;
    String storedModel = "";
    EarlyEnd early;

    RunFixture() {
        request(null);
    }

    static RunFixture withoutBaseline() {
        return new RunFixture();
    }

    static RunFixture withStored(int runs) {
        return new RunFixture().stored(runs, m -> {});
    }

    RunFixture stored(int runs, Consumer<MeasurementFixture> change) {
        for (int i = 0; i < runs; i++) {
            MeasurementFixture one = new MeasurementFixture();
            change.accept(one);
            Environment environment =
                    BaselineFixture.environment().answeredBy(storedModel.isEmpty() ? Set.of() : Set.of(storedModel));
            stored.add(BaselineFixture.run(plan, environment, one, Verdict.PASS, stored.size()));
        }
        return this;
    }

    /** Adds builds that came after the stored runs and are not decided. */
    RunFixture open(int builds, double slower) {
        for (int i = 0; i < builds; i++) {
            MeasurementFixture one = new MeasurementFixture();
            one.slower = slower;
            open.add(BaselineFixture.run(plan, one, Verdict.UNDECIDED, 50 + i).standing(Standing.WAITING));
        }
        return this;
    }

    /** Pins runs under the tag that the plan then names as its anchor. */
    RunFixture pinned(int runs, Consumer<MeasurementFixture> change) {
        plan.anchor = "v1.2";
        for (int i = 0; i < runs; i++) {
            MeasurementFixture one = new MeasurementFixture();
            change.accept(one);
            pinned.add(BaselineFixture.run(plan, one, Verdict.PASS, 100 + i));
        }
        return this;
    }

    /** Adds a trial to the first. */
    RunFixture trial(Consumer<MeasurementFixture> change) {
        MeasurementFixture one = new MeasurementFixture();
        change.accept(one);
        furtherTrials.add(one);
        return this;
    }

    RunFixture request(Failure failure) {
        return request(failure, RequestPhase.MEASURED);
    }

    RunFixture request(Failure failure, RequestPhase phase) {
        RequestTimestamps moments = new RequestTimestamps(0, 0, 1, 1, 1, 1, RequestTimestamps.NO_EVENTS, 1, 2, -1);
        records.add(new RequestRecord(
                records.size(),
                0,
                phase,
                1,
                10,
                128,
                moments,
                failure == null ? 200 : 0,
                10,
                0,
                0,
                Answer.NONE,
                failure));
        return this;
    }

    LoadRun run() {
        return new LoadRun(
                BaselineFixture.FIRST,
                new RunTimes(0, 1, 30_000_000_000L, 31_500_000_000L),
                records,
                0,
                health,
                end,
                Optional.ofNullable(early),
                List.of());
    }

    BaselineLookup lookup() {
        Optional<NoRuns> why = why(stored, new NoRuns.NoneYet(Optional.empty()));
        return new BaselineLookup(stored, open, epochStart, anchor(), Path.of("x.jsonl"), warnings, why);
    }

    private Optional<BaselineLookup.Anchor> anchor() {
        return Optional.ofNullable(plan.anchor)
                .map(tag -> new BaselineLookup.Anchor(
                        tag, pinned, why(pinned, new NoRuns.NotTagged(Collections.emptySortedSet()))));
    }

    private static Optional<NoRuns> why(List<BaselineRun> runs, NoRuns.Why why) {
        return runs.isEmpty() ? Optional.of(new NoRuns("x.jsonl", why, false)) : Optional.empty();
    }

    /** Returns all trials; limits are judged by the first, which is enough for tests of comparisons. */
    Candidate candidate() {
        List<Measurement> trials = new ArrayList<>(List.of(measurement.build()));
        furtherTrials.forEach(trial -> trials.add(trial.build()));
        return new Candidate(run(), trials.get(0), trials);
    }

    Judgement judge() {
        return Judge.judge(plan.build(), candidate(), lookup());
    }

    boolean wantsAnotherTrial() {
        return TrialRule.wantsAnother(plan.build(), judge(), 1 + furtherTrials.size());
    }

    List<String> texts() {
        return judge().findings().stream().map(FindingText::of).toList();
    }

    Finding.Comparison comparison(String measure) {
        return comparison(measure, Reference.Kind.STORED_RUNS);
    }

    Finding.Comparison comparison(String measure, Reference.Kind against) {
        return judge().findings().stream()
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(c ->
                        c.measure().toString().equals(measure) && c.against().kind() == against)
                .findFirst()
                .orElseThrow();
    }
}
