package io.github.llmperf.corpus;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.measure.EarlyStop;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.model.CapacityRuns;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.CapacityJudge;
import io.github.llmperf.verdict.CapacityOutcome;
import io.github.llmperf.verdict.CapacityRun;
import io.github.llmperf.verdict.CapacitySearch;
import io.github.llmperf.verdict.Judge;
import io.github.llmperf.verdict.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/** A search for the largest load in virtual time, against a server that gets slower with the load. */
final class Search {

    private final Scene scene;
    private final LoadPlan plan;
    private final CapacityPlan search;
    private final DoubleFunction<Serving> serving;
    private final List<Ran> ran = new ArrayList<>();

    private record Ran(CapacityRun said, LoadRun run, Measurement measurement) {}

    Search(Scene scene, CapacityPlan search, DoubleFunction<Serving> serving) {
        this.scene = scene;
        this.search = search;
        this.serving = serving;
        plan = scene.asked().build().withCapacity(search);
    }

    private CapacitySearch soFar() {
        return new CapacitySearch(search, ran.stream().map(Ran::said).toList());
    }

    private void send(double amount) {
        LoadPlan one = plan.ofSearch(amount, ran.size(), search.kind().attribute() + "=" + search.number(amount));
        LoadRun run = VirtualRun.of(
                        one,
                        serving.apply(amount).seeded(11 + ran.size()),
                        EarlyStop.of(one).nextRun())
                .with(Scene.HEALTHY);
        Measurement measurement = Recorder.measure(one, run);
        Judgement judgement = Judge.judge(one, Candidate.of(run, measurement), BaselineLookup.off());
        ran.add(new Ran(CapacityRun.of(amount, one, run, measurement, judgement), run, measurement));
    }

    /** Searches to the end, or until it is interrupted after so many loads. */
    Report report(int most) {
        for (OptionalDouble next = soFar().next(); next.isPresent(); next = soFar().next()) {
            if (ran.size() == most) {
                Ran cut = ran.get(ran.size() - 1);
                ran.add(new Ran(
                        new CapacityRun(cut.said().amount(), CapacityRun.Kind.INTERRUPTED, List.of(), Optional.empty()),
                        cut.run(),
                        cut.measurement()));
            } else {
                send(next.getAsDouble());
            }
        }
        return concluded(soFar().outcome());
    }

    private Report concluded(CapacityOutcome outcome) {
        List<Ran> told =
                outcome.told().isPresent() ? at(outcome.told().getAsDouble()) : List.of(ran.get(ran.size() - 1));
        Measurement pooled = pooled(told);
        Measurement measurement = outcome.estimate().isPresent()
                ? pooled.with(
                        search.kind().measure().metric(), outcome.estimate().getAsDouble())
                : pooled;
        LoadRun run = LoadRun.together(told.stream().map(Ran::run).toList());
        Candidate candidate = Candidate.of(run, measurement);
        List<CapacityRuns.Row> rows = outcome.points().stream()
                .map(point -> row(point.amount(), at(point.amount())))
                .toList();
        return scene.report(
                plan.endingAt(told.get(0).said().amount()),
                candidate,
                CapacityJudge.judge(plan, outcome, candidate, BaselineLookup.off()),
                BaselineLookup.off(),
                Report.Series.ofSearch("", measurement, Optional.empty(), new CapacityRuns(outcome, rows)));
    }

    private CapacityRuns.Row row(double amount, List<Ran> runs) {
        List<String> directories = runs.stream()
                .map(one -> search.kind().attribute() + "=" + search.number(amount))
                .toList();
        return new CapacityRuns.Row(
                amount, pooled(runs), directories, runs.stream().map(Ran::run).toList());
    }

    private List<Ran> at(double amount) {
        return ran.stream()
                .filter(one -> one.said().amount() == amount)
                .filter(one -> one.said().isEvidence())
                .toList();
    }

    private static Measurement pooled(List<Ran> runs) {
        List<Measurement> all = runs.stream().map(Ran::measurement).toList();
        return all.size() == 1 ? all.get(0) : Recorder.pool(all);
    }
}
