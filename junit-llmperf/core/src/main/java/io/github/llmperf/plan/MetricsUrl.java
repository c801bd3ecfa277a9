package io.github.llmperf.plan;

import java.net.URI;
import java.net.URISyntaxException;

/** Where metrics are read, as it is written: a full url, or a path at the root of the target's. */
final class MetricsUrl {

    private static final String MUST =
            "metricsUrl must be absolute, as in \"http://localhost:8000/metrics\", or a path at"
                    + " the target's host, as in \"/metrics\", but is \"";

    private MetricsUrl() {}

    static URI parse(String text) {
        URI url;
        try {
            url = new URI(text.trim());
        } catch (URISyntaxException e) {
            // Without the cause, which repeats what is left out here.
            throw new IllegalArgumentException(MUST + ShownUrl.of(text) + "\"");
        }
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "metricsUrl must not carry a login, which is what stands before an @; let"
                            + " the exporter answer without one, or put a proxy in front of it. It is \""
                            + ShownUrl.of(text)
                            + "\"");
        }
        if (HostName.isRefused(url)) {
            throw new IllegalArgumentException("metricsUrl " + HostName.refused(url));
        }
        boolean isPath = url.getScheme() == null && url.getRawAuthority() == null && startsWithSlash(url);
        boolean isHttp = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!isPath && !(isHttp && url.getHost() != null)) {
            throw new IllegalArgumentException(MUST + ShownUrl.of(text) + "\"");
        }
        return url;
    }

    private static boolean startsWithSlash(URI url) {
        return url.getRawPath() != null && url.getRawPath().startsWith("/");
    }
}
