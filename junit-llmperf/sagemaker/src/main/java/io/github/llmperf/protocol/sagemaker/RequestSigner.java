package io.github.llmperf.protocol.sagemaker;

import io.github.llmperf.protocol.WireRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/** Signs requests by AWS's Signature Version 4, the bytes of their bodies included. */
final class RequestSigner {

    private static final String SERVICE = "sagemaker";

    /** What HTTP clients and proxies add or change on the way. */
    private static final Set<String> UNSIGNED = caseless("Accept-Encoding", "Connection", "User-Agent");

    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    private final String region;
    private final AwsCredentialsIdentity credentials;
    private final Clock clock;

    RequestSigner(AwsIdentity identity, Clock clock) {
        this.region = identity.region();
        this.clock = clock;
        String token = identity.sessionToken();
        credentials = token == null
                ? AwsCredentialsIdentity.create(identity.accessKeyId(), identity.secretAccessKey())
                : AwsSessionCredentialsIdentity.create(identity.accessKeyId(), identity.secretAccessKey(), token);
    }

    WireRequest sign(WireRequest request) {
        SdkHttpRequest.Builder unsigned =
                SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(request.url());
        request.headers().forEach((name, value) -> {
            if (!UNSIGNED.contains(name)) {
                unsigned.putHeader(name, value);
            }
        });
        byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
        SignedRequest signed = signer.sign(r -> r.identity(credentials)
                .request(unsigned.build())
                .payload(ContentStreamProvider.fromByteArray(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SERVICE)
                .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                .putProperty(HttpSigner.SIGNING_CLOCK, clock));
        return new WireRequest(request.url(), headers(request, signed.request().headers()), request.body());
    }

    /** The client writes the host itself, from the same url. */
    private static Map<String, String> headers(WireRequest request, Map<String, List<String>> signed) {
        Map<String, String> headers = new LinkedHashMap<>(request.headers());
        Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        known.addAll(headers.keySet());
        known.add("Host");
        signed.forEach((name, values) -> {
            if (!known.contains(name)) {
                headers.put(name, String.join(",", values));
            }
        });
        return headers;
    }

    private static Set<String> caseless(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(List.of(names));
        return Collections.unmodifiableSet(set);
    }
}
