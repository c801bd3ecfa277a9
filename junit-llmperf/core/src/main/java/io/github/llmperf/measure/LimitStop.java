package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.plan.LoadPlan;
import java.util.List;
import java.util.Optional;

/**
 * Ends a run as soon as no further request can save a limit. It waits until all limits can be judged, so that the
 * verdict on the shortened run is the verdict on that limit, and until one request has succeeded, since a run without
 * any is an error.
 */
final class LimitStop implements StopRule {

    private final RequestLatencies latencies;
    private final RemainingRequests toCome;
    private final RateSpan span;
    private final List<LimitWatch> watches;
    private final RequestSamples samples;
    private boolean succeeded;

    LimitStop(LoadPlan plan) {
        latencies = RequestLatencies.of(plan);
        toCome = new RemainingRequests(plan);
        span = new RateSpan(plan);
        watches = plan.criteria().limits().judged().stream()
                .map(limit -> new LimitWatch(limit, span))
                .toList();
        samples = new RequestSamples(
                latencies, (metric, value, moment) -> watches.forEach(watch -> watch.sample(metric, value)));
    }

    /** A repetition begins. */
    void begin() {
        toCome.begin();
    }

    @Override
    public Optional<EarlyEnd> ended(RequestRecord record) {
        if (record.cancelled() || record.failedHere()) {
            return Optional.empty();
        }
        succeeded |= record.succeeded();
        toCome.ended(record);
        span.ended(record);
        if (record.measured()) {
            samples.add(record);
            boolean good = latencies.meetsLimits(record);
            watches.forEach(watch -> watch.request(record.succeeded(), good));
        }
        return check(record.moments().end());
    }

    @Override
    public Optional<EarlyEnd> tick(long now, int inFlight) {
        toCome.open(now);
        return check(now);
    }

    private Optional<EarlyEnd> check(long now) {
        if (!succeeded || !watches.stream().allMatch(LimitWatch::exists)) {
            return Optional.empty();
        }
        return watches.stream()
                .filter(watch -> watch.isLost(toCome.bound(now, watch.failuresHelp())))
                .findFirst()
                .map(watch -> watch.lost(toCome.bound(now, watch.failuresHelp())));
    }
}
