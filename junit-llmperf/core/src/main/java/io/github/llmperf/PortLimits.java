package io.github.llmperf;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * How many connections to one address this machine can hold: each takes a local port of its own.
 *
 * @param root of the file system in which Linux tells the range; other systems tell nothing there
 */
record PortLimits(Path root) {

    private static final String RANGE = "proc/sys/net/ipv4/ip_local_port_range";

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
        OptionalLong ports = ports();
        if (plan.arrival() instanceof Arrival.ClosedLoop closed
                && ports.isPresent()
                && closed.users() > ports.getAsLong()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "users must be at most %,d on this machine, but is %,d: each takes a connection, and"
                            + " net.ipv4.ip_local_port_range has that many local ports for connections to one address;"
                            + " widen it, lower users, or share them out among several machines",
                    ports.getAsLong(),
                    closed.users()));
        }
    }

    private OptionalLong ports() {
        try {
            String[] range = Files.readString(root.resolve(RANGE)).strip().split("\\s+", -1);
            long ports = Long.parseLong(range[1]) - Long.parseLong(range[0]) + 1;
            return ports > 0 ? OptionalLong.of(ports) : OptionalLong.empty();
        } catch (IOException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }
}
