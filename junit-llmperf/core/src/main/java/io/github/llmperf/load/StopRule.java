package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Watches a run and may end it early. Its methods are called one at a time, in the order of events; they must return
 * quickly, because the load waits for them.
 */
@API(status = Status.INTERNAL, since = "0.1")
public interface StopRule {

    /** Lets every run go on to its end. */
    StopRule NEVER = new StopRule() {
        @Override
        public Optional<EarlyEnd> ended(RequestRecord record) {
            return Optional.empty();
        }

        @Override
        public Optional<EarlyEnd> tick(long now, int inFlight) {
            return Optional.empty();
        }
    };

    /**
     * A request has ended, warm-up and failures included.
     *
     * @return why the run must end now; empty to go on
     */
    Optional<EarlyEnd> ended(RequestRecord record);

    /**
     * Called every second once the measurement has begun.
     *
     * @param now in terms of the run's clock
     * @return why the run must end now; empty to go on
     */
    Optional<EarlyEnd> tick(long now, int inFlight);
}
