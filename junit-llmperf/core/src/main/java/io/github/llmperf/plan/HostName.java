package io.github.llmperf.plan;

import java.net.URI;

/** Names of hosts that a url cannot have, as Docker Compose gives them: {@code my_vllm}. */
final class HostName {

    private HostName() {}

    /** Returns whether a url has no host since an underscore stands in its name. */
    static boolean isRefused(URI url) {
        return url.getHost() == null && named(url).indexOf('_') >= 0;
    }

    /** Returns what is wrong with it, and the way out. */
    static String refused(URI url) {
        String name = named(url);
        return "must not have an underscore in its host name, which host names do not allow, but its host is \"" + name
                + "\"; give the server a name with a hyphen, as in \"" + name.replace('_', '-')
                + "\" (Docker Compose: an alias below networks), or write its IP address";
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
