package io.github.llmperf.baseline;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Note;
import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.measure.RequestCounts.FailureCount;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A plausible measurement of 200 requests of which a test changes what it is about. */
public final class MeasurementFixture {

    public int requests = 200;
    public int failed;
    /** Factor on every latency; rates are divided by it. */
    public double slower = 1;

    public double ttft = 800;
    public double tpot = 20;
    public double outputTokens = 120;
    public long cached = -1;
    public TokenCounts.Continued continued = TokenCounts.Continued.NONE;
    public boolean ratesFromWholeRun;
    public List<Note> notes = List.of();
    public final Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
    /** Empty unless a test is about what happens inside a run. */
    public final Map<Metric, List<Distribution>> slices = new EnumMap<>(Metric.class);

    /** What is certain of requests that the end of the run cut off. */
    public final Map<Metric, Distribution> unfinished = new EnumMap<>(Metric.class);

    public final Map<Metric, Double> rates = new EnumMap<>(Metric.class);
    public final List<Metric> missing = new java.util.ArrayList<>();

    /** Samples evenly spread by a tenth to both sides of a centre. */
    public static Distribution around(double centre, int n) {
        Distribution distribution = new Distribution();
        for (int i = 0; i < n; i++) {
            distribution.add(centre * (.9 + .2 * (i + .5) / n));
        }
        return distribution;
    }

    public MeasurementFixture with(Metric metric, double... samples) {
        distributions.put(metric, Distribution.of(samples));
        return this;
    }

    /** A little less than in the window, because of ramp and drain. */
    private Measurement.WholeRun wholeRun() {
        Map<Metric, Double> whole = new EnumMap<>(Metric.class);
        rates.forEach((metric, rate) -> {
            if (metric.unit().isRate()) {
                whole.put(metric, ratesFromWholeRun ? rate : .9 * rate);
            }
        });
        return new Measurement.WholeRun(whole);
    }

    public Measurement build() {
        int succeeded = requests - failed;
        distributions.putIfAbsent(Metric.TTFT, around(ttft * slower, succeeded));
        distributions.putIfAbsent(Metric.TPOT, around(tpot * slower, succeeded));
        distributions.putIfAbsent(Metric.ITL, around(tpot * slower, succeeded * 3));
        distributions.putIfAbsent(Metric.E2E, around((ttft + tpot * outputTokens) * slower, succeeded));
        distributions.putIfAbsent(Metric.OUTPUT_TOKENS, around(outputTokens, succeeded));
        distributions.putIfAbsent(Metric.CLIENT_DELAY, around(.3, requests));
        rates.putIfAbsent(Metric.OUTPUT_TOKEN_RATE, 900 / slower);
        rates.putIfAbsent(Metric.REQUEST_RATE, 7.5 / slower);
        if (requests > 0) {
            rates.putIfAbsent(Metric.ERROR_RATE, 100. * failed / requests);
        }
        missing.forEach(distributions::remove);
        missing.forEach(rates::remove);
        return new Measurement(
                distributions,
                slices,
                rates,
                new RequestCounts(requests, succeeded, failed, 20, 0, 0, 20, 0, Map.<FailureKind, FailureCount>of()),
                new TokenCounts(
                        succeeded * 500L, Math.round(succeeded * outputTokens), cached, TokensFrom.USAGE, continued),
                new Measurement.Window(Phases.WindowKind.STEADY, 30, 30, 35, ratesFromWholeRun),
                wholeRun(),
                20,
                unfinished,
                notes);
    }
}
