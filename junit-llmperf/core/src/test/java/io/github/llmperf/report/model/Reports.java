package io.github.llmperf.report.model;

import io.github.llmperf.load.ServerLog;
import io.github.llmperf.measure.server.Logs;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Findings;
import java.util.List;

/**
 * Reports of runs in virtual time, judged by the product's own judge: 400 requests of 20 users with a tail, of which
 * three fail. {@link ReportBuilder#withFindings} is for findings that no such run leads to.
 */
public final class Reports {

    /** Stands in for a key that must never be seen. */
    public static final String PLANTED_KEY = ReportPlan.PLANTED_KEY;

    /** What the judge says without a baseline. */
    public static final Finding NOTHING_STORED = Findings.notComparable(ReportBuilder.FILE);

    private Reports() {}

    /** Meets its limits, and is compared with nothing. */
    public static ReportBuilder passed() {
        return new ReportBuilder().limits("ttft.p90 <= 3000ms", "tpot <= 100ms");
    }

    /** Answers begin 154 ms later than in eight stored runs. */
    public static ReportBuilder regression() {
        ReportBuilder reports = passed();
        reports.answers = reports.answers.later(154);
        return reports.comparedWith(StoredFixture.runs(8));
    }

    /** The regression above, and somebody meant it. */
    public static ReportBuilder accepted() {
        ReportBuilder reports = regression();
        reports.plan.accept = "larger model";
        reports.plan.gated = ReportPlan.measures("ttft.p50", "tpot.p50");
        return reports;
    }

    /** The regression above where only the tail is looked at, of which few stored runs tell little. */
    public static ReportBuilder undecided() {
        ReportBuilder reports = regression().limits("ttft.p90 <= 3000ms").comparedWith(StoredFixture.runs(5));
        reports.plan.gated = ReportPlan.measures("ttft.p90");
        return reports;
    }

    public static ReportBuilder improved() {
        ReportBuilder reports = passed().comparedWith(StoredFixture.runs(8));
        reports.plan.gated = ReportPlan.measures("ttft.p50");
        reports.answers = reports.answers.slower(.63);
        return reports;
    }

    public static ReportBuilder violated() {
        return new ReportBuilder().limits("ttft.p90 <= 1500ms", "tpot <= 100ms");
    }

    public static ReportBuilder withoutBaseline() {
        return new ReportBuilder().limits("tpot <= 100ms").comparedWith(List.of());
    }

    /** The machine that sends was too busy. */
    public static ReportBuilder invalid() {
        ReportBuilder reports = new ReportBuilder().limits("tpot <= 100ms");
        reports.health = ReportRuns.BUSY;
        return reports;
    }

    /** No connection comes about. */
    public static ReportBuilder error() {
        ReportBuilder reports = new ReportBuilder();
        reports.plan.warmup = Phases.Warmup.NONE;
        reports.answers = reports.answers.refusing(1, Failure.of(FailureKind.CONNECT, "connection refused"));
        return reports;
    }

    /** The same so early that nothing is measured. */
    public static ReportBuilder nothingMeasured() {
        ReportBuilder reports = error();
        reports.plan.warmup = Phases.Warmup.ONE_REQUEST;
        return reports;
    }

    /** One request, which failed. */
    public static ReportBuilder withoutSuccess() {
        return new ReportBuilder().ran(ReportRuns.withoutSuccess());
    }

    /** Two requests a second, of 1 s each: half of them with a ttft of 200 ms and half of 800 ms. */
    public static ReportBuilder ofManyRequests() {
        return ofManyRequests(140);
    }

    public static ReportBuilder ofManyRequests(int number) {
        return new ReportBuilder().ran(ReportRuns.spread(number));
    }

    /** An example of each verdict. */
    public static ReportBuilder of(Verdict verdict) {
        return switch (verdict) {
            case PASS -> passed();
            case IMPROVED -> improved();
            case NO_BASELINE -> withoutBaseline();
            case UNDECIDED -> undecided();
            case REGRESSION -> regression();
            case SLA_VIOLATED -> violated();
            case INVALID -> invalid();
            case ERROR -> error();
        };
    }

    /** What a server said in the course of {@link #ofManyRequests}. */
    public static ServerView during(ServerLog log) {
        return ServerView.of(
                log,
                List.of(Logs.run(
                        ReportRuns.TIMES.started(),
                        ReportRuns.TIMES.windowOpened(),
                        ReportRuns.TIMES.windowClosed(),
                        ReportRuns.TIMES.ended())));
    }
}
