package io.github.llmperf.protocol;

import io.github.llmperf.plan.Workload;

/** Workloads for tests, by what differs. */
public final class Workloads {

    private static final int LARGEST = 262_144;

    private Workloads() {}

    public static Workload stream(boolean stream) {
        return of(LARGEST, stream, false, "", "");
    }

    public static Workload of(
            int maxNewTokens, boolean stream, boolean forceLength, String systemPrompt, String extraBody) {
        return new Workload(
                Workload.Prompts.of("chat", "hash"),
                maxNewTokens,
                forceLength,
                stream,
                0,
                systemPrompt,
                extraBody,
                Workload.Cache.UNIQUE);
    }
}
