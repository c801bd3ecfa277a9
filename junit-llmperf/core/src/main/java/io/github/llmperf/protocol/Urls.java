package io.github.llmperf.protocol;

import java.net.URI;

/** Base urls and full routes. */
final class Urls {

    private Urls() {}

    /** Raw path without slashes at its end. */
    static String path(URI url) {
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    /** Tells whether a dialect adds its route: the path is empty, {@code /} or ends in {@code /v1}. */
    static boolean isBase(URI url) {
        String path = path(url);
        return path.isEmpty() || path.endsWith("/v1");
    }

    /** Returns the url with another path; the query stays, since gateways route by it. */
    static URI withPath(URI url, String path) {
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return URI.create(url.getScheme() + "://" + url.getRawAuthority() + path + query);
    }
}
