package io.github.llmperf.run;

import java.lang.management.ManagementFactory;
import java.time.Instant;

/** Names the process that runs the tests: what a build tool runs again in it belongs to the same build. */
final class BuildProcess {

    private BuildProcess() {}

    /** Returns the process id and the moment of its start, since ids are given again: {@code 4711@2025-06-07T09:00:00Z}. */
    static String name() {
        ProcessHandle process = ProcessHandle.current();
        Instant start = process.info()
                .startInstant()
                .orElseGet(() -> Instant.ofEpochMilli(
                        ManagementFactory.getRuntimeMXBean().getStartTime()));
        return process.pid() + "@" + start;
    }
}
