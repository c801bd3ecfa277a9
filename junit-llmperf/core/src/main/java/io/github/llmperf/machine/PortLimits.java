package io.github.llmperf.machine;

import io.github.llmperf.client.LocalPorts;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.RefusedSetting;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * How many connections to one address this machine can hold: each takes a local port of its own.
 *
 * @param root of the file system in which Linux tells the range; other systems tell nothing there
 */
record PortLimits(Path root) {

    static PortLimits ofMachine() {
        return new PortLimits(Path.of("/"));
    }

    /**
     * Refuses a plan with more users than there are ports. Of an open loop nobody knows how many requests will be in
     * flight.
     *
     * @throws IllegalArgumentException with a message that begins with the attribute to lower
     */
    void check(LoadPlan plan) {
        Optional<LocalPorts> ports = LocalPorts.of(root);
        if (plan.load().arrival() instanceof Arrival.ClosedLoop closed
                && ports.isPresent()
                && closed.users() > ports.get().count()) {
            throw new RefusedSetting(
                    "users",
                    String.format(
                            Locale.ROOT,
                            "must be at most %,d on this machine, but is %,d: each takes a connection, and"
                                    + " net.ipv4.ip_local_port_range has that many local ports for connections to one address;"
                                    + " widen it, lower users, or share them out among several machines",
                            ports.get().count(),
                            closed.users()));
        }
    }
}
