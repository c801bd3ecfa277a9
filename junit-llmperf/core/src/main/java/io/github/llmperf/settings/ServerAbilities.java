package io.github.llmperf.settings;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Capabilities;
import io.github.llmperf.protocol.Capabilities.Streaming;
import io.github.llmperf.protocol.catalog.Dialects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What limits can rest on at a target: which of its own times the server may state, and whether it streams.
 *
 * @param server api and host, for messages
 * @param can what the dialect can do there; null as long as the target is not known
 */
record ServerAbilities(String server, @Nullable Capabilities can) {

    /** A target that is known only when it has been started. */
    static final ServerAbilities UNKNOWN = new ServerAbilities("", null);

    static ServerAbilities at(Target target) {
        return new ServerAbilities(
                "api \"" + target.api() + "\" at " + target.url().getHost(),
                Dialects.named(target.api()).capabilities(target));
    }

    /** Refuses a metric of which there can be no sample; {@code what} is such as {@code a limit on ttft.p90}. */
    void refuseUnmeasurable(String what, String verb, Metric metric, boolean streamed) {
        if (metric.isOfSearch()) {
            throw new IllegalArgumentException(what + " must rest on what a single load measures, but " + metric
                    + " is found by a search over many. Add @LlmCapacity and assert it there:"
                    + " assertThat(capacity).atLeast(90)");
        }
        if (metric.needsStream() && !streamed) {
            throw new IllegalArgumentException(what + " must have streamed answers, but stream is OFF: there is no "
                    + metric + " then. " + unstreamedWaysOut(verb, metric));
        }
        if (metric.isServers() && can != null && !can.serverTimes().contains(metric)) {
            throw new IllegalArgumentException(what + " must rest on a time that the server states, but " + server
                    + " states " + stated() + ". " + serverWaysOut(verb, metric, streamed));
        }
    }

    private String unstreamedWaysOut(String verb, Metric metric) {
        Metric alternative = metric == Metric.TPOT || metric == Metric.ITL ? Metric.SERVER_TPOT : Metric.SERVER_TTFT;
        String client = verb + " e2e (mean or p90)";
        String server = can == null || can.serverTimes().contains(alternative)
                ? " or, where the server states it, " + alternative
                : "; " + this.server + " does not state " + alternative;
        return streams() ? "Switch streaming on, or " + client + server : capitalized(client) + server;
    }

    private String serverWaysOut(String verb, Metric metric, boolean streamed) {
        if (metric != Metric.SERVER_TTFT && metric != Metric.SERVER_TPOT) {
            return capitalized(verb) + " e2e instead";
        }
        Metric clients = metric == Metric.SERVER_TTFT ? Metric.TTFT : Metric.TPOT;
        return streamed
                ? capitalized(verb) + " " + clients + " instead"
                : (streams() ? "Switch streaming on and " + verb + " " + clients + ", or " + verb : capitalized(verb))
                        + " e2e";
    }

    private boolean streams() {
        return can == null || can.streaming() != Streaming.NEVER;
    }

    private String stated() {
        String times = can == null
                ? ""
                : Stream.of(Metric.values())
                        .filter(can.serverTimes()::contains)
                        .map(Metric::jsonName)
                        .collect(Collectors.joining(", "));
        return times.isEmpty() ? "no times of its own" : "only " + times;
    }

    private static String capitalized(String verb) {
        return Character.toUpperCase(verb.charAt(0)) + verb.substring(1);
    }
}
