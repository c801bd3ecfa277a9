package io.github.llmperf.protocol.kit;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Base urls and full routes.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class Urls {

    private Urls() {}

    /**
     * Returns the raw path without slashes at its end.
     *
     * @param url any
     * @return such as {@code /v1}; empty for the root
     */
    public static String path(URI url) {
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    /**
     * Returns whether a dialect adds its route.
     *
     * @param url of a target
     * @return true when the path is empty, {@code /} or ends in {@code /v1}
     */
    public static boolean isBase(URI url) {
        String path = path(url);
        return path.isEmpty() || path.endsWith("/v1");
    }

    /**
     * Returns where a route lies that has no version in it: below the base without its {@code /v1}, or the url itself when
     * that is a full route.
     *
     * @param url of a target
     * @param route such as {@code /generate}
     * @return full url
     */
    public static URI route(URI url, String route) {
        String path = path(url);
        String base = path.endsWith("/v1") ? path.substring(0, path.length() - 3) : path;
        return isBase(url) ? withPath(url, base + route) : url;
    }

    /**
     * Returns the url with another path; the query stays, since gateways route by it.
     *
     * @param url any
     * @param path raw, from its first slash
     * @return the changed url
     */
    public static URI withPath(URI url, String path) {
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return URI.create(url.getScheme() + "://" + url.getRawAuthority() + path + query);
    }

    /**
     * Percent-encodes a text for a place in a path.
     *
     * @param text any, such as the name of a model
     * @param kept characters that stay as they are, beside letters, digits and {@code -._~}
     * @return ASCII, upper-case hex digits
     */
    public static String encode(String text, String kept) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (plain || "-._~".indexOf(c) >= 0 || kept.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return encoded.toString();
    }
}
