package io.github.llmperf.plan;

import io.github.llmperf.secret.Secret;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Takes out of something that was meant as a url whatever may be a login or a key, however it is written. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ShownUrl {

    /** The part without secrets: the scheme, and any wrong number of slashes after it. */
    private static final Pattern SCHEME = Pattern.compile("(?i)\\s*(?:https?:/*|[a-z][a-z0-9+.-]*://)");

    private ShownUrl() {}

    /**
     * Returns a target's url as it may be shown.
     *
     * @param url one that was found to carry no login
     * @return the url without its query
     */
    static String of(URI url) {
        return url.toString().replaceAll("\\?.*", "?" + Secret.MASK);
    }

    /**
     * Returns a text that may be shown. All before the last {@code @} goes, since a password may hold any character; and
     * where one stands in what may be the query, all of the rest goes.
     *
     * @return the text without login, password and query
     */
    public static String of(String text) {
        Matcher matcher = SCHEME.matcher(text);
        String scheme = matcher.lookingAt() ? matcher.group() : "";
        int at = text.lastIndexOf('@');
        int query = text.indexOf('?');
        if (at >= 0 && query >= 0 && query < at) {
            return scheme + Secret.MASK;
        }
        String place = query < 0 ? text : text.substring(0, query) + "?" + Secret.MASK;
        return at < 0 ? place : scheme + Secret.MASK + place.substring(at);
    }
}
