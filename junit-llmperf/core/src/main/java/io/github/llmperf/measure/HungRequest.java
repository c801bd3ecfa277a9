package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.OptionalLong;

/**
 * A measured request that hung at the end of its run.
 *
 * @param silentMillis since its last token, or since its start
 * @param ageMillis since its start
 */
record HungRequest(RequestRecord record, double silentMillis, double ageMillis) {

    /** Returns the failure that it counts as: what a longer run would have called it. */
    Failure failure() {
        return new Failure(
                FailureKind.TIMEOUT,
                record.status(),
                "nothing for " + Quantity.number(silentMillis / 1000) + " s when the run ended",
                null,
                OptionalLong.empty());
    }
}
