package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import java.util.Collection;
import java.util.List;

/** Sentences about runs in ms. */
final class RunTimesAssert {

    private final LoadRun run;

    private RunTimesAssert(LoadRun run) {
        this.run = run;
    }

    static RunTimesAssert assertThatRun(LoadRun run) {
        return new RunTimesAssert(run);
    }

    RunTimesAssert hasWindow(long fromMillis, long toMillis) {
        assertThat(List.of(run.times().windowOpened() / 1_000_000, run.times().windowClosed() / 1_000_000))
                .as("window")
                .containsExactly(fromMillis, toMillis);
        return this;
    }

    RunTimesAssert endedAt(long millis) {
        assertThat(run.times().ended() / 1_000_000).as("end").isEqualTo(millis);
        return this;
    }

    RunTimesAssert endedBy(LoadRun.End end) {
        assertThat(run.end()).isEqualTo(end);
        return this;
    }

    RunTimesAssert hasMeasured(int n) {
        assertThat(measured(run)).as("measured requests").hasSize(n);
        return this;
    }

    RunTimesAssert hasWarmup(int n) {
        assertThat(run.records())
                .filteredOn(RequestRecord::warmup)
                .as("warm-up")
                .hasSize(n);
        return this;
    }

    RunTimesAssert hasCooldown(int n) {
        assertThat(run.records())
                .filteredOn(record -> record.phase() == RequestPhase.COOLDOWN)
                .as("cooldown")
                .hasSize(n);
        return this;
    }

    RunTimesAssert startedAt(long millis) {
        assertThat(run.times().started() / 1_000_000).as("start").isEqualTo(millis);
        return this;
    }

    RunTimesAssert hasInFlightAtEnd(int n) {
        assertThat(run.inFlightAtEnd()).as("in flight at the end").isEqualTo(n);
        return this;
    }

    static List<RequestRecord> measured(LoadRun run) {
        return run.records().stream().filter(RequestRecord::measured).toList();
    }

    static List<Long> sentMillis(Collection<RequestRecord> records) {
        return records.stream()
                .map(r -> r.moments().sent() / 1_000_000)
                .sorted()
                .toList();
    }
}
