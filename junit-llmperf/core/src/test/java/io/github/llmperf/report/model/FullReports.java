package io.github.llmperf.report.model;

import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.ServerLog.Source;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.server.Logs;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.Target;
import io.github.llmperf.verdict.CapacityOutcome;
import io.github.llmperf.verdict.CapacityPoint;
import io.github.llmperf.verdict.CapacityRun;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Reports that together have everything that a report can have. */
public final class FullReports {

    private FullReports() {}

    public static List<Report> all() {
        Report regression = Reports.regression().build();
        return List.of(
                with(regression, everyMetric(regression.measurement()), rerun(regression)),
                watched(),
                Reports.passed()
                        .openLoop(new Arrival.OpenLoop(32, Double.POSITIVE_INFINITY, OptionalInt.of(256)))
                        .commit(null)
                        .build(),
                searched(Reports.violated().build()),
                Reports.passed().pairedWith(Target.at("http://canary"), 3).build(),
                Reports.withoutBaseline().build(),
                Reports.undecided().build(),
                Reports.invalid().build(),
                Reports.error().build());
    }

    private static Report watched() {
        Logs logs = Logs.of(80).source(new Source("http://gpu:9400/metrics", true, 80, 2, "no answer", true, 1));
        for (RawMetric ingredient : RawMetric.values()) {
            logs = logs.with(ingredient, second -> 10. + second);
        }
        return Reports.regression()
                .server(Reports.during(
                        logs.gpu("0", second -> 20).gpu("1", second -> 40).log()))
                .build();
    }

    private static Measurement everyMetric(Measurement some) {
        Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
        Map<Metric, Double> rates = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (metric.hasDistribution()) {
                distributions.put(metric, some.distribution(metric).orElseGet(() -> Distribution.of(1, 2, 3)));
            } else {
                rates.put(metric, 12.5);
            }
        }
        return new Measurement(
                distributions,
                Map.of(),
                rates,
                some.requests(),
                some.tokens(),
                some.window(),
                some.wholeRun(),
                some.peakConcurrency(),
                some.notes());
    }

    private static Report.Series rerun(Report report) {
        return new Report.Series(
                "4711",
                List.of(report.measurement(), report.measurement()),
                Optional.of(new Rerun(2, Verdict.REGRESSION, "slower", List.of(report.asBaselineRun()))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Report searched(Report report) {
        CapacityPlan plan = new CapacityPlan(CapacityPlan.Kind.USERS, 2, 64, OptionalDouble.of(1000), .2, .9, .05, 12);
        CapacityPoint point = new CapacityPoint(
                20,
                List.of(CapacityRun.measured(20, List.of())),
                CapacityPoint.Standing.ACCEPTED,
                Optional.of(report.plan().criteria().limits().limits().get(0)));
        CapacityOutcome outcome = new CapacityOutcome(
                plan,
                List.of(point),
                CapacityOutcome.End.UPPER_END_MET,
                1,
                OptionalDouble.of(20),
                OptionalDouble.of(21.5),
                OptionalDouble.empty(),
                Optional.empty());
        CapacityRuns.Row row =
                new CapacityRuns.Row(20, report.measurement(), List.of("users=20"), List.of(report.run()));
        return with(
                report,
                report.measurement(),
                Report.Series.ofSearch(
                        "", report.measurement(), Optional.empty(), new CapacityRuns(outcome, List.of(row))));
    }

    private static Report with(Report report, Measurement measurement, Report.Series series) {
        return new Report(
                report.plan(),
                report.origin(),
                Observed.of(
                        report.plan(),
                        report.run(),
                        measurement,
                        report.observed().server(),
                        report.observed().prometheus()),
                report.judgement(),
                report.baseline(),
                series);
    }
}
