package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.LoadPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The samples of one metric in the order in which their requests were sent, which distributions no longer know. */
@API(status = Status.INTERNAL, since = "0.1")
public final class RequestSeries {

    private record Sample(long moment, double value) {}

    private RequestSeries() {}

    /**
     * Returns the samples of measured requests.
     *
     * @return values in the metric's unit, by the start of their request; none for a metric without samples
     */
    public static double[] of(LoadPlan plan, LoadRun run, Metric metric) {
        List<Sample> samples = new ArrayList<>();
        RequestSamples requests = new RequestSamples(RequestLatencies.of(plan), (other, value, moment) -> {
            if (other == metric) {
                samples.add(new Sample(moment, value));
            }
        });
        for (RequestRecord record : run.records()) {
            if (record.measured() && !record.cancelled()) {
                requests.add(record);
            }
        }
        samples.sort(Comparator.comparingLong(Sample::moment));
        return samples.stream().mapToDouble(Sample::value).toArray();
    }
}
