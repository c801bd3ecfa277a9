package io.github.llmperf.plan;

import io.github.llmperf.secret.Secret;
import io.github.llmperf.secret.SecretMask;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint under test. Immutable; start with {@link #at(String)} and add to it:
 * {@code Target.at("http://localhost:8000").withModel("qwen2.5-7b").withLabel("gpu", "A100")}.
 *
 * @param url base url (path empty, {@code /} or ending in {@code /v1}) or full route (any other path)
 * @param api name of the wire dialect; default {@code openai-chat}
 * @param model name of the model as the server knows it; null leaves it out of requests
 * @param headers additional request headers; secret ones are masked in {@link #toString()}
 * @param key the key sent as {@code Authorization: Bearer}; null sends none
 * @param connection how it is reached
 * @param metricsUrls where Prometheus metrics are read: of the server, and of exporters beside it; a path such as
 *     {@code /metrics} is at the root of the url; empty for that one alone, where there is one
 * @param deployment what it is called, and what it runs on
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Target(
        URI url,
        String api,
        @Nullable String model,
        Map<String, String> headers,
        @Nullable Secret key,
        Connection connection,
        List<URI> metricsUrls,
        Deployment deployment) {

    /** The dialect of a target that names none. */
    public static final String DEFAULT_API = "openai-chat";

    private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d+){3}|\\[?::1]?");

    /**
     * Checks the url, and copies the collections.
     *
     * @throws IllegalArgumentException if the url is not absolute with scheme http or https and a host, carries a login, or
     *     has a port above 65535
     */
    public Target {
        String scheme = url.getScheme();
        boolean isHttp = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
        if (isHttp && (holdsAt(url.getRawAuthority()) || holdsAt(url.getRawPath()) || holdsAt(url.getRawFragment()))) {
            throw new IllegalArgumentException("url must not carry a login, which is what stands before an @; name an"
                    + " environment variable in apiKeyEnv instead, and write %40 for an @ in the path. It is \""
                    + ShownUrl.of(url.toString()) + "\"");
        }
        if (isHttp && HostName.isRefused(url)) {
            throw new IllegalArgumentException("url " + HostName.refused(url));
        }
        if (!isHttp || url.getHost() == null) {
            throw new IllegalArgumentException("url must be absolute, as in \"http://localhost:8000\", but is \""
                    + ShownUrl.of(url.toString()) + "\"");
        }
        if (url.getPort() > 65_535) {
            throw new IllegalArgumentException("port must be at most 65535, but is " + url.getPort());
        }
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        metricsUrls = List.copyOf(metricsUrls);
    }

    /**
     * Returns a target with defaults for all but the url.
     *
     * @param url base url or full route
     * @return the target
     * @throws IllegalArgumentException if the url is not absolute with scheme http or https and a host
     */
    public static Target at(String url) {
        return at(parse(url));
    }

    /**
     * Returns a target with defaults for all but the url.
     *
     * @param url base url or full route
     * @return the target
     * @throws IllegalArgumentException if the url is not absolute with scheme http or https and a host
     */
    public static Target at(URI url) {
        return new Target(url, DEFAULT_API, null, Map.of(), null, Connection.DEFAULT, List.of(), Deployment.UNKNOWN);
    }

    private static boolean holdsAt(@Nullable String part) {
        return part != null && part.indexOf('@') >= 0;
    }

    private static URI parse(String url) {
        return parse(url, "url must be absolute, as in \"http://localhost:8000\"");
    }

    private static URI parse(String url, String must) {
        try {
            return new URI(url.trim());
        } catch (URISyntaxException e) {
            // Without the cause, which repeats what is left out here.
            throw new IllegalArgumentException(must + ", but is \"" + ShownUrl.of(url) + "\"");
        }
    }

    /**
     * Returns this target with another url.
     *
     * @param newUrl base url or full route
     * @return the changed copy
     * @throws IllegalArgumentException if the url is not absolute with scheme http or https and a host
     */
    public Target withUrl(String newUrl) {
        return new Target(parse(newUrl), api, model, headers, key, connection, metricsUrls, deployment);
    }

    /**
     * Returns this target with another dialect.
     *
     * @param newApi name of the dialect
     * @return the changed copy
     */
    public Target withApi(String newApi) {
        return new Target(url, newApi, model, headers, key, connection, metricsUrls, deployment);
    }

    /**
     * Returns this target with another model.
     *
     * @param newModel name of the model
     * @return the changed copy
     */
    public Target withModel(String newModel) {
        return new Target(url, api, newModel, headers, key, connection, metricsUrls, deployment);
    }

    /**
     * Returns this target with one header more, or another value of it.
     *
     * @param header its name
     * @param value its value; masked in all output where the name is that of a secret, see {@link Secret#isSecretHeader}
     * @return the changed copy
     */
    public Target withHeader(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Target(url, api, model, more, key, connection, metricsUrls, deployment);
    }

    /**
     * Returns this target with a key.
     *
     * @param newKey sent as {@code Authorization: Bearer}, or as the dialect or the host wants it
     * @return the changed copy
     */
    public Target withKey(Secret newKey) {
        return new Target(url, api, model, headers, newKey, connection, metricsUrls, deployment);
    }

    /**
     * Returns this target behind a proxy. What the proxy asks for goes into a header {@code Proxy-Authorization}.
     *
     * @param newProxy as {@code http://host:port}
     * @return the changed copy
     * @throws IllegalArgumentException if it is not written that way
     */
    public Target withProxy(String newProxy) {
        if (newProxy.contains("@")) {
            throw new IllegalArgumentException("proxy must not carry a password, which reports would show; write"
                    + " \"http://host:port\" and add a header \"Proxy-Authorization: Basic ${…}\", which is sent to the"
                    + " proxy only");
        }
        URI uri = parse(newProxy, "proxy must be written as in \"http://proxy:3128\"");
        if (!"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null || uri.getPort() < 1) {
            throw new IllegalArgumentException(
                    "proxy must be written as in \"http://proxy:3128\", but is \"" + newProxy + "\"");
        }
        return with(new Connection(uri, connection.tls(), connection.waitFor()));
    }

    /**
     * Returns this target behind a CA of one's own.
     *
     * @param caFile PEM file with one or several certificates; only these are trusted then
     * @return the changed copy
     */
    public Target withCaFile(Path caFile) {
        return withTls(connection.tls().withCaFile(caFile));
    }

    /**
     * Returns this target with a client certificate that is not protected by a password.
     *
     * @param file PEM file with certificate, chain and key, or PKCS#12 ({@code .p12}, {@code .pfx})
     * @return the changed copy
     */
    public Target withClientCertificate(Path file) {
        return withTls(connection.tls().withClientCertificate(file, null));
    }

    /**
     * Returns this target with a client certificate.
     *
     * @param file PKCS#12 ({@code .p12}, {@code .pfx})
     * @param password opens the file
     * @return the changed copy
     */
    public Target withClientCertificate(Path file, Secret password) {
        return withTls(connection.tls().withClientCertificate(file, password));
    }

    /**
     * Returns this target with other TLS settings.
     *
     * @param newTls whom to trust and how to show who one is
     * @return the changed copy
     */
    public Target withTls(Tls newTls) {
        return with(connection.withTls(newTls));
    }

    /**
     * Returns this target with the place of its Prometheus metrics.
     *
     * @param newMetricsUrl full url, or a path at the root of this target's, as in {@code /metrics}
     * @return the changed copy
     * @throws IllegalArgumentException if it is neither, or carries a login
     */
    public Target withMetricsUrl(String newMetricsUrl) {
        return withMetricsUrls(List.of(newMetricsUrl));
    }

    /**
     * Returns this target with the places of its Prometheus metrics: the server's own page, and those of exporters that
     * tell of its GPUs and its host.
     *
     * @param newMetricsUrls full urls, or paths at the root of this target's, as in {@code /metrics}; none for that one
     *     alone, where there is one
     * @return the changed copy
     * @throws IllegalArgumentException if one is neither, or carries a login
     */
    public Target withMetricsUrls(List<String> newMetricsUrls) {
        List<URI> urls =
                newMetricsUrls.stream().map(MetricsUrl::parse).distinct().toList();
        return new Target(url, api, model, headers, key, connection, urls, deployment);
    }

    /**
     * Returns whether the server is named as one of this machine.
     *
     * @return true for {@code localhost} and addresses of the loopback
     */
    public boolean isOnThisMachine() {
        String host = url.getHost();
        return host != null
                && (host.equals("localhost") || LOOPBACK.matcher(host).matches());
    }

    /**
     * Returns what the server runs on and with.
     *
     * @return labels such as gpu, tp and dtype; part of a baseline's identity
     */
    public SortedMap<String, String> labels() {
        return deployment.labels();
    }

    /**
     * Returns the name of a target that is defined by {@code llmperf.target.<name>.*}.
     *
     * @return the name; null for others
     */
    public @Nullable String name() {
        return deployment.name();
    }

    /**
     * Returns the first place of Prometheus metrics that was named.
     *
     * @return its full url; null where none was named
     */
    public @Nullable URI metricsUrl() {
        return metricsUrls.isEmpty() ? null : metricsPages().get(0);
    }

    /**
     * Returns all places where Prometheus metrics are read.
     *
     * @return full urls; {@code /metrics} at the root of the url where none was named
     */
    public List<URI> metricsPages() {
        return metricsUrls.isEmpty()
                ? List.of(atRoot("/metrics"))
                : metricsUrls.stream()
                        .map(page -> page.isAbsolute() ? page : atRoot(page.toString()))
                        .toList();
    }

    /**
     * Returns another page of the server.
     *
     * @param path absolute, as in {@code /metrics}
     * @return the url of that path at the root of this target's
     * @throws IllegalArgumentException if the path has characters that a url must not have
     */
    public URI atRoot(String path) {
        return URI.create(url.getScheme() + "://" + url.getRawAuthority() + path);
    }

    /**
     * Returns this target with one label more, or another value of it.
     *
     * @param label such as {@code gpu}
     * @param value such as {@code A100}
     * @return the changed copy
     */
    public Target withLabel(String label, String value) {
        SortedMap<String, String> more = new TreeMap<>(labels());
        more.put(label, value);
        return with(new Deployment(name(), more));
    }

    /**
     * Returns this target with a name.
     *
     * @param newName as in {@code llmperf.target.<name>.url}
     * @return the changed copy
     */
    public Target withName(String newName) {
        return with(new Deployment(newName, labels()));
    }

    /**
     * Returns this target with a time within which it becomes ready: loading a model takes minutes.
     *
     * @param longest how long a load waits until it answers, above zero; null does not wait
     * @return the changed copy
     * @throws IllegalArgumentException if it is not above zero
     */
    public Target withWaitFor(@Nullable Duration longest) {
        return with(new Connection(connection.proxy(), connection.tls(), longest));
    }

    private Target with(Connection newConnection) {
        return new Target(url, api, model, headers, key, newConnection, metricsUrls, deployment);
    }

    private Target with(Deployment newDeployment) {
        return new Target(url, api, model, headers, key, connection, metricsUrls, newDeployment);
    }

    /**
     * Removes this target's key and secret header values from a text.
     *
     * @param text any text, such as a server's message
     * @return the text with masks in their place
     */
    public String maskSecrets(String text) {
        return masking().apply(text);
    }

    /**
     * Returns what removes this target's key and secret header values from texts, prepared once for many of them.
     *
     * @return does what {@link #maskSecrets} does
     */
    public UnaryOperator<String> masking() {
        List<Secret> secrets = new ArrayList<>();
        if (key != null) {
            secrets.add(key);
        }
        headers.forEach((header, value) -> {
            if (Secret.isSecretHeader(header)) {
                secrets.add(Secret.of(value));
            }
        });
        for (String parameter :
                url.getRawQuery() == null ? new String[0] : url.getRawQuery().split("&", -1)) {
            int equals = parameter.indexOf('=');
            if (equals > 0 && Secret.isSecretHeader(parameter.substring(0, equals))) {
                String value = parameter.substring(equals + 1);
                secrets.add(Secret.of(value));
                secrets.add(Secret.of(decoded(value)));
            }
        }
        if (connection.tls().password() != null) {
            secrets.add(connection.tls().password());
        }
        return new SecretMask(secrets.stream().map(Secret::reveal).toList())::in;
    }

    /** The form in which servers repeat it; unchanged if it is not encoded. */
    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }

    @Override
    public String toString() {
        return (name() == null ? "" : name() + " = ") + ShownUrl.of(url) + " (" + api
                + (model == null ? "" : ", " + model) + ")";
    }
}
