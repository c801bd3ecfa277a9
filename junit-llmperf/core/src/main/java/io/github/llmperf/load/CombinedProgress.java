package io.github.llmperf.load;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;

/** Forwards each event to two listeners, one after the other. */
record CombinedProgress(LoadProgress first, LoadProgress second) implements LoadProgress {

    @Override
    public void started(long moment) {
        first.started(moment);
        second.started(moment);
    }

    @Override
    public void sending(RequestPhase phase) {
        first.sending(phase);
        second.sending(phase);
    }

    @Override
    public void quiet(long moment) {
        first.quiet(moment);
        second.quiet(moment);
    }

    @Override
    public void ended(RequestRecord record) {
        first.ended(record);
        second.ended(record);
    }

    @Override
    public LoadProgress elsewhere() {
        return new CombinedProgress(first.elsewhere(), second.elsewhere());
    }
}
