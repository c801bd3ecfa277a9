package io.github.llmperf.bench.exact;

import io.github.llmperf.client.RequestRecord;
import java.util.ArrayList;
import java.util.List;

/** The library's own way: its load, its health probe, its reading of JSON. */
final class LibraryReader implements StreamClient {

    @Override
    public long run(StreamLoad load) throws InterruptedException {
        List<RequestRecord> records = new ArrayList<>();
        int measured = load.streams() * Math.max(1, load.rounds() - 1);
        ExactLoad.send(load, measured, records);
        return records.stream()
                .mapToLong(record -> record.moments().tokenEvents().length)
                .sum();
    }
}
