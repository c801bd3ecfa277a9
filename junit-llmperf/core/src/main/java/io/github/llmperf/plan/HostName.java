package io.github.llmperf.plan;

import java.net.URI;
import java.net.URISyntaxException;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Names of hosts that a url cannot have, as Docker Compose gives them: {@code my_vllm}. */
@API(status = Status.INTERNAL, since = "0.1")
public final class HostName {

    private static final String WAY_OUT = " (Docker Compose: an alias below networks), or write its IP address";

    private HostName() {}

    /** Returns whether a url has no host since an underscore stands in its name. */
    static boolean isRefused(URI url) {
        return url.getHost() == null && named(url).indexOf('_') >= 0;
    }

    /** Returns whether a text would be such a url. */
    public static boolean isRefused(String url) {
        try {
            return isRefused(new URI(url.trim()));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /**
     * Returns what is wrong with a url whose variables must not be shown filled in, and the way out.
     *
     * @param shown the url with its variables
     */
    public static String refused(String shown) {
        return "must not have an underscore in its host name, which host names do not allow, once its variables are filled"
                + " in, but \"" + shown + "\" has one; give the server a name with a hyphen" + WAY_OUT;
    }

    /** Returns what is wrong with it, and the way out. */
    static String refused(URI url) {
        String name = named(url);
        return "must not have an underscore in its host name, which host names do not allow, but its host is \"" + name
                + "\"; give the server a name with a hyphen, as in \"" + name.replace('_', '-')
                + "\"" + WAY_OUT;
    }

    private static String named(URI url) {
        String authority = url.getRawAuthority();
        if (authority == null) {
            return "";
        }
        String host = authority.substring(authority.lastIndexOf('@') + 1);
        return host.substring(0, host.indexOf(':') < 0 ? host.length() : host.indexOf(':'));
    }
}
