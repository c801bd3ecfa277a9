package io.github.llmperf.protocol.sagemaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.secret.Secret;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SageMakerWriterTests {

    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-02-03T12:00:00Z"), ZoneOffset.UTC);
    private static final Map<String, String> KEYS =
            Map.of("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY", SECRET, "AWS_REGION", "us-east-1");
    private static final Target TARGET = Target.at("https://runtime.sagemaker.eu-west-1.amazonaws.com")
            .withApi("sagemaker")
            .withModel("my-end");

    @ParameterizedTest
    @CsvSource({
        "GET,  /,                            5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "POST, /,                            5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
        "GET,  /?Param2=value2&Param1=value1, b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
    })
    void checksSignaturesAsTheSuiteOfAwsWantsThem(String method, String path, String signature) {
        Map<String, String> headers = Map.of("host", "example.amazonaws.com", "X-Amz-Date", "20150830T123600Z");
        Map<String, String> caseless = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        caseless.putAll(headers);

        assertThat(SignatureCheck.of(
                        method,
                        path,
                        caseless,
                        "host;x-amz-date",
                        "",
                        "20150830/us-east-1/service/aws4_request",
                        SECRET))
                .isEqualTo(signature);
    }

    @Test
    void writesInputsAndSignsThem() {
        WireRequest request = write(ContainerBody.INPUTS, TARGET, KEYS, true);
        Map<String, String> headers = request.headers();

        assertThat(request.url())
                .hasToString("https://runtime.sagemaker.eu-west-1.amazonaws.com/endpoints/my-end"
                        + "/invocations-response-stream");
        assertThat(request.body()).startsWith("{\"inputs\":\"hé\",\"parameters\":{");
        assertThat(headers)
                .containsEntry("Content-Type", "application/json")
                .containsEntry("X-Amzn-SageMaker-Accept", "text/event-stream, application/json")
                .containsEntry("X-Amz-Date", "20260203T120000Z")
                .doesNotContainKeys("Accept", "Host", "X-Amz-Security-Token");
        String authorization = headers.get("Authorization");
        assertThat(authorization)
                .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260203/eu-west-1/sagemaker/aws4_request, ");
        assertThat(SignatureCheck.signature(authorization))
                .isEqualTo(SignatureCheck.expected(raw(request, "runtime.sagemaker.eu-west-1.amazonaws.com"), SECRET));
    }

    @Test
    void signsTheTargetsHeadersButNotThoseThatChangeOnTheWay() {
        Map<String, String> keys = new HashMap<>(KEYS);
        keys.put("AWS_SESSION_TOKEN", "temporary/token==");
        Target target = TARGET.withHeader("X-Amzn-SageMaker-Target-Variant", "blue  green")
                .withHeader("User-Agent", "mine")
                .withHeader("accept", "text/plain");
        WireRequest request = write(ContainerBody.OPENAI_CHAT, target, keys, false);

        assertThat(request.headers())
                .containsEntry("X-Amz-Security-Token", "temporary/token==")
                .containsEntry("User-Agent", "mine")
                .containsEntry("accept", "text/plain");
        String authorization = request.headers().get("Authorization");
        assertThat(SignatureCheck.signedHeaders(authorization))
                .isEqualTo("accept;content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token;"
                        + "x-amzn-sagemaker-target-variant");
        assertThat(SignatureCheck.signature(authorization))
                .isEqualTo(SignatureCheck.expected(raw(request, "runtime.sagemaker.eu-west-1.amazonaws.com"), SECRET));
    }

    @Test
    void writesChatsWithoutAModel() {
        assertThat(write(ContainerBody.OPENAI_CHAT, TARGET, KEYS, true).body())
                .isEqualTo("{\"messages\":[{\"role\":\"user\",\"content\":\"hé\"}],\"max_tokens\":262144,"
                        + "\"temperature\":0.0,\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:1/?a=b%20c&A=%2F, x y/z, http://localhost:1/endpoints/x%20y%2Fz/invocations?a=b%20c&A=%2F",
        "http://localhost:1/v1,             e,     http://localhost:1/endpoints/e/invocations",
        "http://localhost:1/own/invocations, e,    http://localhost:1/own/invocations"
    })
    void encodesPathAndQueryAndSignsThem(String url, String model, String route) {
        WireRequest request = write(ContainerBody.INPUTS, Target.at(url).withModel(model), KEYS, false);

        assertThat(request.url()).hasToString(route);
        String authorization = request.headers().get("Authorization");
        assertThat(SignatureCheck.scope(authorization)).isEqualTo("20260203/us-east-1/sagemaker/aws4_request");
        assertThat(SignatureCheck.signature(authorization))
                .isEqualTo(SignatureCheck.expected(raw(request, "localhost:1"), SECRET));
    }

    @ParameterizedTest
    @CsvSource({
        "https://runtime.sagemaker.us-gov-west-1.amazonaws.com,             us-gov-west-1",
        "https://runtime.sagemaker-fips.us-east-2.amazonaws.com,            us-east-2",
        "https://runtime.sagemaker.cn-north-1.amazonaws.com.cn,             cn-north-1",
        "https://vpce-1a.runtime.sagemaker.eu-west-3.vpce.amazonaws.com,    eu-west-3",
        "https://gateway.example.com,                                       us-east-1"
    })
    void takesTheRegionOfTheHostBeforeThatOfTheEnvironment(String url, String region) {
        WireRequest request = write(ContainerBody.INPUTS, Target.at(url).withModel("e"), KEYS, false);

        assertThat(SignatureCheck.scope(request.headers().get("Authorization")))
                .isEqualTo("20260203/" + region + "/sagemaker/aws4_request");
    }

    @Test
    void takesTheDefaultRegionLast() {
        Map<String, String> keys = new HashMap<>(KEYS);
        keys.put("AWS_DEFAULT_REGION", "ap-south-1");
        Target target = Target.at("http://gateway").withModel("e");

        assertThat(SignatureCheck.scope(write(ContainerBody.INPUTS, target, keys, false)
                        .headers()
                        .get("Authorization")))
                .contains("/us-east-1/");
        keys.remove("AWS_REGION");
        assertThat(SignatureCheck.scope(write(ContainerBody.INPUTS, target, keys, false)
                        .headers()
                        .get("Authorization")))
                .contains("/ap-south-1/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"})
    void namesTheVariableThatIsMissing(String variable) {
        Map<String, String> keys = new HashMap<>(KEYS);
        keys.put(variable, " ");

        assertThatThrownBy(() ->
                        write(ContainerBody.INPUTS, Target.at("http://gateway").withModel("e"), keys, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(variable + " must be set with api \"sagemaker\", whose requests are signed, but is not;"
                        + " set the environment variable");
    }

    @Test
    void leavesRequestsAloneThatAreAuthorizedAlready() {
        assertThat(write(ContainerBody.INPUTS, TARGET.withHeader("authorization", "Bearer t"), Map.of(), true)
                        .headers())
                .containsEntry("authorization", "Bearer t")
                .doesNotContainKeys("X-Amz-Date", "Authorization");
    }

    @Test
    void refusesAKeyThatItCannotSend() {
        assertThatThrownBy(() -> write(ContainerBody.INPUTS, TARGET.withKey(Secret.of("k")), KEYS, true))
                .hasMessage("apiKeyEnv must not be set with api \"sagemaker\", whose requests are signed with"
                        + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; remove it");
    }

    @Test
    void refusesTheRouteOfTheOtherMode() {
        assertThatThrownBy(() -> write(ContainerBody.INPUTS, Target.at("http://h/endpoints/e/invocations"), KEYS, true))
                .hasMessage("url must end in \"/invocations-response-stream\" when stream is ON, but ends in"
                        + " \"/invocations\"; change stream, or give the base url and the endpoint's name as model");
        assertThatThrownBy(() ->
                        write(ContainerBody.INPUTS, Target.at("http://h/x/invocations-response-stream"), KEYS, false))
                .hasMessageStartingWith("url must end in \"/invocations\" when stream is OFF");
    }

    @Test
    void needsTheNameOfTheEndpoint() {
        assertThatThrownBy(() -> write(ContainerBody.OPENAI_CHAT, Target.at("http://h"), KEYS, true))
                .hasMessage("model must be the name of the endpoint with api \"sagemaker-openai-chat\" and a base url,"
                        + " but is not set; set model, or give the full url");
    }

    @Test
    void isKnownByName() {
        assertThat(Dialects.named("sagemaker").capabilities(TARGET).forcedBy()).isEqualTo("ignore_eos_token");
        assertThat(Dialects.named("sagemaker-openai-chat").capabilities(TARGET).forcedBy())
                .isEqualTo("ignore_eos, min_tokens");
        assertThat(AwsIdentity.from(KEYS, TARGET.url(), "sagemaker")).hasToString("AWS key in eu-west-1");
    }

    private static WireRequest write(
            ContainerBody inside, Target target, Map<String, String> environment, boolean stream) {
        Dialect dialect = new SageMakerDialect(inside, environment, NOON);
        return dialect.writer(target, Workloads.stream(stream)).write(Prompt.of("hé"));
    }

    private static String raw(WireRequest request, String host) {
        StringBuilder raw = new StringBuilder("POST " + request.url().getRawPath());
        String query = request.url().getRawQuery();
        raw.append(query == null ? "" : "?" + query).append(" HTTP/1.1\r\nHost: " + host);
        request.headers()
                .forEach((name, value) ->
                        raw.append("\r\n").append(name).append(": ").append(value));
        return raw + "\r\n\r\n" + request.body();
    }
}
