package io.github.llmperf.protocol.catalog;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Capabilities;
import io.github.llmperf.protocol.Capabilities.Streaming;
import io.github.llmperf.protocol.Dialect;

/** Refuses what a dialect cannot do, before it would be ignored. */
final class CapabilityCheck {

    private CapabilityCheck() {}

    static void check(Dialect dialect, Target target, Arrival arrival) {
        if (arrival instanceof Arrival.ClosedLoop closed
                && closed.turns() > 1
                && !dialect.capabilities(target).conversations()) {
            throw new RefusedSetting(
                    "turns",
                    "must be 1 with api \"" + dialect.name()
                            + "\", which takes one text and no earlier turns, but is " + closed.turns()
                            + "; remove it, or use an api that takes messages, such as \"openai-chat\"");
        }
    }

    static void check(Dialect dialect, Target target, Workload workload) {
        Capabilities can = dialect.capabilities(target);
        if (workload.forceLength() && !can.canForceLength()) {
            throw new RefusedSetting(
                    "forceLength",
                    "must be OFF with api \"" + dialect.name() + "\" at "
                            + target.url().getHost()
                            + ", which has no way to produce an exact number of tokens; remove it,"
                            + " and compare answers of the lengths that come");
        }
        if (workload.stream() && can.streaming() == Streaming.NEVER) {
            throw new RefusedSetting(
                    "stream",
                    "must be OFF with api \"" + dialect.name() + "\", which answers in one piece; switch it off");
        }
        if (!workload.stream() && can.streaming() == Streaming.ALWAYS) {
            throw new RefusedSetting(
                    "stream", "must be ON with api \"" + dialect.name() + "\", which always streams; remove it");
        }
    }
}
