package io.github.llmperf.client;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A resource that this machine ran out of, so that no connection could be opened. */
enum Shortage {
    /** Files, of which each connection is one. */
    FILES,
    /** Local ports, of which each connection to one address takes one. */
    PORTS;

    /** Files that the failing call itself may have released before they are counted. */
    private static final long NEARLY = 2;

    /**
     * Returns what was missing.
     *
     * @param e why a connection could not be opened
     * @return empty as soon as one of the addresses that were tried failed for another reason
     */
    static Optional<Shortage> behind(IOException e) {
        List<Throwable> attempts = new ArrayList<>(List.of(innermost(e)));
        for (Throwable other : e.getSuppressed()) {
            attempts.add(innermost(other));
        }
        @Nullable Shortage found = null;
        for (Throwable attempt : attempts) {
            Optional<Shortage> one = of(attempt);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            found = found == null ? one.get() : found;
        }
        return Optional.ofNullable(found);
    }

    /** No server has a part in binding a local port; Java has no type of its own for want of files. */
    private static Optional<Shortage> of(Throwable e) {
        if (e instanceof BindException) {
            return Optional.of(PORTS);
        }
        boolean said = ForeignWords.isOutOfFiles(e);
        // The system words it in the user's language, and a name that cannot be looked up is not said to be for that.
        boolean isPlain = e.getClass() == SocketException.class || e instanceof UnknownHostException;
        return said || (isPlain && isOutOfFiles()) ? Optional.of(FILES) : Optional.empty();
    }

    private static boolean isOutOfFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                && unix.getOpenFileDescriptorCount() >= unix.getMaxFileDescriptorCount() - NEARLY;
    }

    private static Throwable innermost(Throwable e) {
        Throwable inner = e;
        while (inner.getCause() != null && inner.getCause() != inner) {
            inner = inner.getCause();
        }
        return inner;
    }

    /** Without a free file no class can be read from a directory, so those that say so are read beforehand. */
    static void prepare() {
        behind(new SocketException(ForeignWords.NO_FILE))
                .ifPresent(files -> files.trouble(URI.create("http://localhost")));
    }

    Trouble trouble(URI url) {
        FailureCause cause = this == FILES ? FailureCause.OUT_OF_FILES : FailureCause.OUT_OF_PORTS;
        return new Trouble(FailureKind.GENERATOR, cause, words(url), null);
    }

    /** Says what is missing, the limit, and the way out, for all requests alike. */
    String words(URI url) {
        return switch (this) {
            case FILES ->
                "no file was free for a connection to " + url.getRawAuthority() + limit()
                        + ", and each request in flight takes one: raise the limit in the shell that starts the build"
                        + " (ulimit -n 65536), or set maxInFlight";
            case PORTS ->
                "no local port was free for a connection to " + url.getRawAuthority() + range()
                        + ": widen net.ipv4.ip_local_port_range, have the server keep connections open, or lower the"
                        + " load; an address that this machine has no way to fails alike";
        };
    }

    private static String limit() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? String.format(Locale.ROOT, ": this process may open %,d", unix.getMaxFileDescriptorCount())
                : "";
    }

    private static String range() {
        return LocalPorts.of(Path.of("/"))
                .map(ports -> " (" + ports.first() + " to " + ports.last() + ")")
                .orElse("");
    }
}
