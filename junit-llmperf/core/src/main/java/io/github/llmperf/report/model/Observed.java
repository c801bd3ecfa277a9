package io.github.llmperf.report.model;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.plan.LoadPlan;
import java.util.SortedMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What was seen of a run, at the client and at the server.
 *
 * @param run what was sent; its records feed the charts
 * @param measurement what it amounts to
 * @param overTime its requests over the time of the run
 * @param server what the server said of itself in the course of the run
 * @param prometheus server metrics over the run by name: difference of counters, last value of gauges
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Observed(
        LoadRun run,
        Measurement measurement,
        RunOverTime overTime,
        ServerView server,
        SortedMap<String, Double> prometheus) {

    /** Takes what was seen of the run of a plan. */
    public static Observed of(
            LoadPlan plan,
            LoadRun run,
            Measurement measurement,
            ServerView server,
            SortedMap<String, Double> prometheus) {
        return new Observed(run, measurement, new RunOverTime(plan, run), server, prometheus);
    }
}
