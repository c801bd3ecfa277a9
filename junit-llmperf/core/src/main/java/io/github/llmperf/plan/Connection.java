package io.github.llmperf.plan;

import java.net.URI;
import java.time.Duration;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * How a target is reached.
 *
 * @param proxy HTTP proxy as {@code http://host:port}; null uses none, whatever the environment says
 * @param tls whom a TLS connection trusts, and how it shows who it is; {@link Tls#DEFAULT} for neither
 * @param waitFor how long a load waits for it to become ready, above zero; null does not wait
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Connection(@Nullable URI proxy, Tls tls, @Nullable Duration waitFor) {

    /** Straight, with the certificates that Java trusts, at once. */
    public static final Connection DEFAULT = new Connection(null, Tls.DEFAULT, null);

    /**
     * Checks the time to wait.
     *
     * @throws IllegalArgumentException if it is not above zero
     */
    public Connection {
        if (waitFor != null && (waitFor.isNegative() || waitFor.isZero())) {
            throw new IllegalArgumentException("waitFor must be above zero, as in \"2m\", but is " + waitFor);
        }
    }

    /**
     * Returns this connection with other TLS settings.
     *
     * @param newTls whom to trust and how to show who one is
     * @return the changed copy
     */
    public Connection withTls(Tls newTls) {
        return new Connection(proxy, newTls, waitFor);
    }
}
