package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.simulator.engine.Routing;
import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.fault.FaultRate;
import io.github.llmperf.simulator.fault.Faults;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimulatorMainTests {

    private final SimulatorOptions options = new SimulatorOptions(Map.of("SIM_KEY", "sesame")::get);

    @Test
    void readsEveryOption() {
        assertThat(options.read(("--port 1 --model m --api-key-env SIM_KEY --max-model-len 2 --slots 3 --queue-limit 4"
                                + " --max-batched-tokens 5 --arrival-millis 6 --step-millis 7 --prefill-millis 8"
                                + " --decode-millis 9 --mean-output-tokens 10 --seed 11 --slow-factor 12"
                                + " --too-many-requests 1% --server-error 2% --stream-error 3% --cut 4%"
                                + " --stall 5% --retry-after-seconds 13 --fault-after-tokens 14 --chunked-prefill false"
                                + " --kv-tokens 15 --prefix-caching true --batch-size 16 --batch-delay-millis 17"
                                + " --instances 18 --routing least-outstanding")
                        .split(" ")))
                .usingRecursiveComparison()
                .isEqualTo(SimulatedServer.builder()
                        .port(1)
                        .model("m")
                        .apiKey("sesame")
                        .maxModelLen(2)
                        .slots(3)
                        .queueLimit(4)
                        .maxBatchedTokens(5)
                        .arrivalMillis(6)
                        .stepMillis(7)
                        .prefillMillis(8)
                        .decodeMillis(9)
                        .meanOutputTokens(10)
                        .seed(11)
                        .slowFactor(12)
                        .chunkedPrefill(false)
                        .kvTokens(15)
                        .prefixCaching(true)
                        .batchSize(16)
                        .batchDelayMillis(17)
                        .instances(18)
                        .routing(Routing.LEAST_OUTSTANDING)
                        .faults(Faults.none()
                                .with(Fault.TOO_MANY_REQUESTS, FaultRate.share(0.01))
                                .with(Fault.SERVER_ERROR, FaultRate.share(0.02))
                                .with(Fault.STREAM_ERROR, FaultRate.share(0.03))
                                .with(Fault.CUT, FaultRate.share(0.04))
                                .with(Fault.STALL, FaultRate.share(0.05))
                                .withRetryAfterSeconds(13)
                                .withAfterTokens(14)
                                .withSeed(11)));
    }

    @Test
    void refusesWhatItCannotRead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.read("--ports", "1"))
                .withMessageStartingWith("option must be one of --port, --model, ")
                .withMessageEndingWith(", but is --ports");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.read("--slots"))
                .withMessage("--slots must be followed by its value");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.read("--slots", "many"))
                .withMessage("--slots must be a number, but is \"many\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.read("--prefix-caching", "yes"))
                .withMessage("--prefix-caching: value must be true or false, but is \"yes\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.read("--routing", "any"))
                .withMessageStartingWith("--routing: routing must be \"round-robin\", ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.read("--cut", "often"))
                .withMessageStartingWith("--cut: fault rate must be ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.read("--api-key-env", "NO_SUCH_KEY"))
                .withMessage("--api-key-env: environment variable NO_SUCH_KEY must be set");
    }

    private static Process start(String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                java, "-cp", System.getProperty("java.class.path"), "io.github.llmperf.simulator.SimulatorMain");
        builder.command().addAll(List.of(arguments));
        return builder.start();
    }

    @Test
    void servesAsAProcessOfItsOwn() throws Exception {
        Process process = start("--port", "0", "--model", "m");
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            assertThat(line).startsWith("m simulated at http://127.0.0.1:");
            URI models = URI.create(line.substring(line.indexOf("http")) + "/v1/models");

            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(models).build(), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .contains("\"id\":\"m\"");
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    @Test
    void endsWithAMessageWhenAnOptionIsWrong() throws Exception {
        Process process = start("--slots", "0");

        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("slots must be 1 or more, but is 0");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    @Test
    void listsItsOptions() throws Exception {
        Process process = start("--help");

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("options, each followed by its value: --port, --model, ");
        assertThat(process.waitFor()).isZero();
    }
}
