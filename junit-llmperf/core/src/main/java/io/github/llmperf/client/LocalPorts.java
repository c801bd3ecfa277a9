package io.github.llmperf.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The ports of this machine that connections are given; to one address each takes one of its own.
 *
 * @param first lowest port
 * @param last highest port
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LocalPorts(int first, int last) {

    private static final String FILE = "proc/sys/net/ipv4/ip_local_port_range";
    private static final int LONGEST = 64;

    /**
     * Reads the port range from Linux.
     *
     * @return empty where they are not told there, as on other systems
     */
    public static Optional<LocalPorts> of(Path root) {
        try (InputStream file = Files.newInputStream(root.resolve(FILE))) {
            // The kernel returns the content on the first read only, so one read must take all of it.
            byte[] bytes = new byte[LONGEST];
            int length = Math.max(0, file.read(bytes));
            String[] range = new String(bytes, 0, length, StandardCharsets.US_ASCII)
                    .strip()
                    .split("\\s+", -1);
            LocalPorts ports = new LocalPorts(Integer.parseInt(range[0]), Integer.parseInt(range[1]));
            return ports.count() > 0 ? Optional.of(ports) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns how many there are.
     *
     * @return most connections to one address at the same time
     */
    public int count() {
        return last - first + 1;
    }
}
