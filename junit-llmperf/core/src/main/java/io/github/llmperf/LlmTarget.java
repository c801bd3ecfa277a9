package io.github.llmperf;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Where the load goes. On a class: {@link #url()}, {@link #name()} or {@link #from()}. On a field or a method without
 * parameters: its value, a {@link java.net.URI}, a {@link String} or a {@link io.github.llmperf.plan.Target}, read after
 * {@code @BeforeEach} (containers, random ports, expiring tokens); the other attributes complete it.
 *
 * <p>In every text attribute {@code ${NAME}} stands for the environment variable of that name.
 *
 * @since 0.1
 */
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@API(status = Status.EXPERIMENTAL, since = "0.1")
public @interface LlmTarget {

    /**
     * Base url (path empty, {@code /} or ending in {@code /v1}; the dialect adds its route) or full route (any other path).
     *
     * @return the url; empty when name, from, a field or a method says it
     */
    String url() default "";

    /**
     * Name of a target whose settings come from {@code llmperf.target.<name>.url}, {@code .api}, {@code .model},
     * {@code .apiKeyEnv}, {@code .metricsUrl}, {@code .proxy}, {@code .caFile}, {@code .clientCertificate},
     * {@code .clientCertificatePasswordEnv}, {@code .labels} and {@code .waitFor}. Where no url is set, the tests are skipped with that
     * reason. Several names span a matrix: each load test is run on each of them, one target after the other. Beside
     * {@link #from()} the names are those of targets that the source can start.
     *
     * @return names of letters, digits, {@code -} and {@code _}; empty for none
     */
    String[] name() default {};

    /**
     * Class that starts or finds the endpoint.
     *
     * @return the source; {@link TargetSource} itself for none
     */
    Class<? extends TargetSource> from() default TargetSource.class;

    /**
     * Wire dialect, one of {@link Api} or a name of your own. Default {@link Api#OPENAI_CHAT}.
     *
     * @return the dialect's name; empty leaves it to enclosing settings
     */
    String api() default "";

    /**
     * Model as the server knows it.
     *
     * @return the name; empty leaves it out of requests
     */
    String model() default "";

    /**
     * Additional headers, as {@code "Name: value"}.
     *
     * @return the headers
     */
    String[] headers() default {};

    /**
     * The <em>name</em> of the environment variable that holds the key; it is sent as the
     * dialect and the host want it: {@code Authorization: Bearer}, or {@code x-api-key} to Anthropic, {@code x-goog-api-key}
     * to Gemini, {@code api-key} to Azure. SageMaker is signed with the usual AWS variables instead.
     *
     * @return the variable's name; empty for none
     */
    String apiKeyEnv() default "";

    /**
     * HTTP proxy as {@code http://host:port}. None by default, whatever the environment says. A proxy that wants to know
     * who asks gets a header {@code "Proxy-Authorization: Basic ${NAME}"} of {@link #headers()}; the server never does.
     *
     * @return the proxy; empty for none
     */
    String proxy() default "";

    /**
     * PEM file with the certificates of the CA that issued the server's, or with the server's own, as in
     * {@code "certs/ca.pem"}. Only the certificates in it are trusted then. Default: whom Java trusts. A relative path
     * starts at the working directory, which is that of the module. It is an error beside a url without https.
     *
     * @return the file; empty for the default
     */
    String caFile() default "";

    /**
     * File with the certificate by which the server knows its client: PEM with certificate, chain and unencrypted PKCS#8
     * key, or PKCS#12 ({@code .p12}, {@code .pfx}). A relative path starts at the working directory, which is that of the
     * module. It is an error beside a url without https.
     *
     * @return the file; empty for none
     */
    String clientCertificate() default "";

    /**
     * The <em>name</em> of the environment variable that holds the password of a PKCS#12 {@link #clientCertificate()}.
     *
     * @return the variable's name; empty for none
     */
    String clientCertificatePasswordEnv() default "";

    /**
     * Where Prometheus metrics are: the server's own page, and those of exporters that tell of its GPUs (DCGM exporter) and
     * its host (node exporter), as in {@code {"/metrics", "http://gpu-host:9400/metrics"}}. They are read before, during
     * and after the load. A path is at the root of the url. A page that was named and cannot be read is told in the report
     * and fails nothing. Default: {@code /metrics} at the root of the url, where there is one.
     *
     * @return full urls or paths; empty for the default
     */
    String[] metricsUrl() default {};

    /**
     * What the server runs on and with, as {@code "gpu=A100"}: part of a baseline's identity.
     *
     * @return the labels
     */
    String[] labels() default {};

    /**
     * How long a load waits until the target answers, since loading a model takes minutes, as in {@code "2m"}. Until then
     * one tiny request is sent again and again, with pauses that grow to 2 s, while nothing answers, the answer is 429, 5xx
     * or 404, or the connection breaks; a refused key, an unknown model or a wrong certificate end the waiting at once. It
     * is an error beside {@code llmperf.probe=false}, which forbids such requests. Default: no waiting; {@code "0"} says so.
     *
     * @return a time; empty leaves it to enclosing settings
     */
    String waitFor() default "";
}
