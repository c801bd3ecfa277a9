package io.github.llmperf.publish;

import io.github.llmperf.client.RequestRecord;

/** Takes requests and tells nobody. */
record NoRequests() implements RequestSink {

    @Override
    public void ended(RequestRecord record) {
        // Only measured, not told.
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
