package io.github.llmperf.report.model;

import java.net.URI;
import java.net.URISyntaxException;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The name of a target in comparisons across builds. */
@API(status = Status.INTERNAL, since = "0.1")
public final class TargetName {

    /** Linux hands out ports from here on to servers that ask for any. */
    private static final int FIRST_OF_ANY = 32_768;

    private TargetName() {}

    /**
     * Returns a name that stays the same from build to build.
     *
     * @param target url or name of a target, without secrets
     * @return the target; an address of this machine whose port the system chose loses the port
     */
    public static String lasting(String target) {
        try {
            URI uri = new URI(target);
            if (uri.getPort() >= FIRST_OF_ANY && isThisMachine(uri.getHost())) {
                return uri.getScheme() + "://" + uri.getHost();
            }
        } catch (URISyntaxException e) {
            return target; // a name, not an address
        }
        return target;
    }

    private static boolean isThisMachine(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }
}
