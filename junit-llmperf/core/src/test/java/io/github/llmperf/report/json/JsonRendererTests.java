package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.Target;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class JsonRendererTests {

    @Test
    void tellsWhatWasAcceptedWithItsReasonAndNumbers() {
        JsonNode findings = parse(Reports.accepted().build()).get("findings");

        JsonNode accepted = findings.get(0);
        assertThat(accepted.get("kind").asText()).isEqualTo("REGRESSION");
        assertThat(accepted.get("status").asText()).isEqualTo("NOTE");
        assertThat(accepted.get("accepted").asText()).isEqualTo("larger model");
        assertThat(accepted.get("change").asDouble()).isCloseTo(.228, within(.001));
        assertThat(findings.get(1).get("accepted").isNull()).isTrue();
    }

    @Test
    void hasTheKeysOfItsSchemaInTheirOrder() {
        JsonNode root = parse(Reports.regression().build());

        assertThat(keys(root))
                .containsExactly(
                        "$schema",
                        "schema",
                        "runId",
                        "test",
                        "startedAt",
                        "commit",
                        "verdict",
                        "reason",
                        "failed",
                        "decidedBy",
                        "outcome",
                        "end",
                        "because",
                        "process",
                        "rerun",
                        "build",
                        "warning",
                        "findings",
                        "plan",
                        "trials",
                        "environment",
                        "window",
                        "requests",
                        "tokens",
                        "metrics",
                        "wholeRun",
                        "server",
                        "health",
                        "baseline",
                        "compare",
                        "capacity",
                        "notes");
        assertThat(keys(root.get("test"))).containsExactly("class", "method", "cell");
        assertThat(keys(root.get("environment")))
                .containsExactly("name", "target", "model", "labels", "server", "java", "os", "cpus", "answeredBy");
        assertThat(keys(root.get("window")))
                .containsExactly("kind", "seconds", "steadySeconds", "wholeRunSeconds", "ratesFromWholeRun");
        assertThat(keys(root.get("requests")))
                .containsExactly(
                        "attempted",
                        "succeeded",
                        "failed",
                        "warmup",
                        "cooldown",
                        "inFlightAtEnd",
                        "newConnections",
                        "staleRetries",
                        "failures");
        assertThat(keys(root.get("tokens"))).containsExactly("prompt", "output", "from", "cached", "lengths");
        assertThat(keys(root.get("wholeRun")))
                .containsExactly("requestRate", "attemptRate", "outputTokenRate", "totalTokenRate");
        assertThat(keys(root.get("health")))
                .containsExactly(
                        "status",
                        "clientDelayP99Ms",
                        "canaryP99Ms",
                        "gcPauseMaxMs",
                        "gcPauseSumMs",
                        "cpu",
                        "machineCpu",
                        "cpuPressure",
                        "coalescedEvents",
                        "added",
                        "unread",
                        "heldOpen",
                        "rehearsal");
        assertThat(keys(root.get("baseline"))).containsExactly("runs", "environment", "file", "falseAlarm");
        assertThat(keys(root.get("plan")))
                .containsExactly(
                        "target",
                        "workload",
                        "arrival",
                        "phases",
                        "timeout",
                        "maxAnswerSize",
                        "limits",
                        "baseline",
                        "seed",
                        "repetitions",
                        "maxTokens",
                        "probe",
                        "strict",
                        "gate",
                        "output",
                        "records",
                        "metricsInterval",
                        "profiler");
    }

    @Test
    void identifiesTheRun() {
        JsonNode root = parse(Reports.regression().build());

        assertThat(root.get("schema").intValue()).isEqualTo(1);
        assertThat(root.get("runId").textValue()).isEqualTo("01HZX4");
        assertThat(root.get("test"))
                .hasToString(
                        "{\"class\":\"com.acme.RagLatencyTest\",\"method\":\"staysResponsive\",\"cell\":{\"users\":20}}");
        assertThat(root.get("startedAt").textValue()).isEqualTo("2026-03-02T10:15:30Z");
        assertThat(root.get("verdict").textValue()).isEqualTo("REGRESSION");
        assertThat(root.get("reason").textValue()).startsWith("ttft.p50 811 ms against 660.2 ms");
    }

    @Test
    void givesEveryFindingAllKeys() {
        List<Finding> findings = List.of(
                Findings.met("ttft.p90 <= 3000ms", 1671),
                Findings.notComparable("n"),
                Findings.invalid("v"),
                Findings.fault("f"),
                Findings.note("o"));

        JsonNode array =
                parse(Reports.regression().withFindings(findings).build()).get("findings");

        assertThat(array).allSatisfy(finding -> assertThat(keys(finding))
                .containsExactly(
                        "kind",
                        "status",
                        "measure",
                        "unit",
                        "actual",
                        "n",
                        "limit",
                        "bound",
                        "withoutFailures",
                        "certified",
                        "against",
                        "wholeRun",
                        "baseline",
                        "change",
                        "changeLow",
                        "changeHigh",
                        "tolerance",
                        "accepted",
                        "runs",
                        "trials",
                        "p",
                        "runToRunSd",
                        "detectable",
                        "runsNeeded",
                        "text"));
        assertThat(array.findValuesAsText("kind")).containsExactly("ERROR", "HEALTH", "BASELINE", "SLA", "NOTE");
        assertThat(array.findValuesAsText("status")).containsExactly("BROKEN", "BROKEN", "UNDECIDED", "MET", "NOTE");
    }

    @Test
    void tellsALimitInNumbers() {
        JsonNode finding = parse(Reports.violated().build()).get("findings").get(0);

        assertThat(finding)
                .hasToString("{\"kind\":\"SLA\",\"status\":\"BROKEN\",\"measure\":\"ttft.p90\",\"unit\":\"ms\","
                        + "\"actual\":1551.359,\"n\":400,\"limit\":1500,\"bound\":\"<=\",\"withoutFailures\":1517.567,"
                        + "\"certified\":true,\"against\":null,\"wholeRun\":null,\"baseline\":null,\"change\":null,"
                        + "\"changeLow\":null,\"changeHigh\":null,\"tolerance\":null,\"accepted\":null,\"runs\":null,"
                        + "\"trials\":null,\"p\":null,\"runToRunSd\":null,\"detectable\":null,\"runsNeeded\":null,"
                        + "\"text\":\"ttft.p90 1,551 ms > 1,500 ms (n=400, 3 of them failed and count as ∞; 1,518 ms"
                        + " without failures)\"}");
    }

    @Test
    void tellsAComparisonInNumbers() {
        JsonNode finding = parse(Reports.regression().build()).get("findings").get(0);

        assertThat(finding)
                .hasToString("{\"kind\":\"REGRESSION\",\"status\":\"BROKEN\",\"measure\":\"ttft.p50\",\"unit\":\"ms\","
                        + "\"actual\":811.007,\"n\":397,\"limit\":null,\"bound\":null,\"withoutFailures\":null,"
                        + "\"certified\":null,\"against\":{\"kind\":\"STORED_RUNS\",\"name\":\"\"},\"wholeRun\":false,"
                        + "\"baseline\":660.213383,\"change\":0.228401333,\"changeLow\":0.180010709,"
                        + "\"changeHigh\":0.278776391,\"tolerance\":0.1,\"accepted\":null,\"runs\":8,\"trials\":1,"
                        + "\"p\":1.30939509E-5,\"runToRunSd\":0.02,\"detectable\":0.1211084,\"runsNeeded\":11,"
                        + "\"text\":\"ttft.p50 811 ms against 660.2 ms, +23 % (90 % interval +18 % to +28 %; n=397, 8 stored"
                        + " runs): worse by more than the 10 % allowed; run-to-run sd 2 %; worse than all 8 stored runs (1 in"
                        + " 9 by chance)\"}");
    }

    @Test
    void tellsDistributionsAndRates() {
        JsonNode metrics = parse(Reports.regression().build()).get("metrics");

        assertThat(keys(metrics.get("ttft")))
                .containsExactly(
                        "unit", "better", "n", "mean", "stddev", "min", "p50", "p75", "p90", "p95", "p99", "p999",
                        "max");
        assertThat(metrics.at("/ttft/better").textValue()).isEqualTo("lower");
        assertThat(metrics.at("/ttft/p50").doubleValue()).isEqualTo(811.007);
        assertThat(metrics.get("outputTokenRate"))
                .hasToString("{\"unit\":\"tokens/s\",\"better\":\"higher\",\"value\":454.836981}");
        assertThat(metrics.has("serverTtft"))
                .as("the server's times stand apart")
                .isFalse();
    }

    @Test
    void leavesOutPercentilesThatDoNotExist() {
        JsonNode ttft = parse(Reports.regression().build()).at("/metrics/ttft");

        assertThat(ttft.get("p99").isNumber()).isTrue();
        assertThat(ttft.get("p999").isNull()).as("397 samples make no p99.9").isTrue();
    }

    @Test
    void tellsFailuresTokensServerAndHealth() {
        JsonNode root = parse(Reports.regression().build());

        assertThat(root.at("/requests/failures"))
                .hasToString(
                        "{\"OVERLOAD\":{\"count\":3,\"example\":\"OVERLOAD 503: no capacity left in the waiting queue;"
                                + " asks to wait 2 s\",\"retryAfterMs\":2000}}");
        assertThat(root.get("tokens").toString())
                .startsWith("{\"prompt\":170432,\"output\":30250,\"from\":\"usage\",\"cached\":0,\"lengths\":"
                        + "{\"prompt\":{\"unit\":\"tokens\",\"from\":\"usage\",\"n\":397,\"mean\":429.299748,");
        assertThat(keys(root.get("server"))).containsExactly("serverTtft", "prometheus", "series", "sources", "says");
        assertThat(root.at("/server/prometheus"))
                .hasToString("{\"vllm:gpu_cache_usage_perc\":0.83,\"vllm:num_preemptions_total\":3}");
        assertThat(root.at("/health/status").textValue()).isEqualTo("OK");
        assertThat(root.at("/health/added"))
                .hasToString("{\"ttft\":{\"p50\":0.412,\"p99\":1.93,\"max\":8.6},\"gap\":{\"p50\":0.07,"
                        + "\"p99\":0.81,\"max\":8.4},\"sending\":{\"p50\":0.1,\"p99\":0.4,\"max\":3},"
                        + "\"coveredSeconds\":62,\"coveredPart\":1,\"longestStallMs\":8.4}");
        assertThat(root.at("/health/unread")).hasToString("{\"p50\":0.06,\"p99\":1.4,\"max\":9.2}");
        assertThat(root.at("/health/heldOpen").intValue()).isEqualTo(3);
        assertThat(root.at("/health/rehearsal")).hasToString("{\"state\":\"DONE\",\"seconds\":1.02,\"events\":61250}");
        assertThat(parse(Reports.invalid().build()).at("/health/status").textValue())
                .isEqualTo("SATURATED");
    }

    @Test
    void writesThePlanAsOneWouldWriteIt() {
        JsonNode plan = parse(Reports.passed().build()).get("plan");

        assertThat(plan.get("timeout").textValue()).isEqualTo("1m");
        assertThat(plan.get("arrival"))
                .hasToString("{\"loop\":\"closed\",\"users\":20,\"spawnRate\":\"Infinity\",\"ramp\":\"all at once\","
                        + "\"thinkTime\":\"0ms\",\"turns\":1}");
        assertThat(plan.at("/limits/run")).hasToString("[\"ttft.p90 ≤ 3000 ms\",\"tpot.mean ≤ 100 ms\"]");
        assertThat(plan.at("/target/key").textValue()).isEqualTo("***");
        assertThat(plan.at("/target/headers/x-api-key").textValue()).isEqualTo("***");
    }

    @Test
    void staysValidWhereNothingWasMeasured() {
        JsonNode root = parse(Reports.nothingMeasured().build());

        assertThat(root.at("/tokens/cached").isNull()).isTrue();
        assertThat(root.at("/health/clientDelayP99Ms").isNull()).isTrue();
        assertThat(keys(root.get("metrics")))
                .as("neither latencies nor an error rate")
                .containsExactly(
                        "outputTokenRate",
                        "outputCharRate",
                        "promptCharRate",
                        "requestRate",
                        "attemptRate",
                        "concurrency");
    }

    @Test
    void writesInfinityAsText() {
        Finding.Sla dropped = Findings.sla(
                Limit.parse("ttft.p90 <= 3000ms"),
                OptionalDouble.of(Double.POSITIVE_INFINITY),
                OptionalDouble.of(1671),
                400,
                true,
                Finding.Status.BROKEN);
        Finding.Sla empty =
                Findings.sla(Limit.parse("tpot <= 100ms"), OptionalDouble.empty(), 0, false, Finding.Status.BROKEN);

        JsonNode findings = parse(
                        Reports.violated().withFindings(List.of(dropped, empty)).build())
                .get("findings");

        assertThat(findings.at("/0/actual").textValue()).isEqualTo("Infinity");
        assertThat(findings.at("/0/withoutFailures").doubleValue()).isEqualTo(1671);
        assertThat(findings.at("/1/actual").isNull()).isTrue();
    }

    @Test
    void masksKeysInAddresses() {
        Target target = Target.at("https://llm.example/v1/chat?api-version=2&api_key=abc123&sig=s");

        JsonNode plan = parse(Reports.passed().of(target).build()).get("plan");

        assertThat(plan.at("/target/url").textValue())
                .isEqualTo("https://llm.example/v1/chat?api-version=2&api_key=***&sig=s");
    }

    @Test
    void keepsHostileTextAsData() {
        String hostile = "\"},\"verdict\":\"PASS\u0000\u202e<script>";

        JsonNode root = parse(Reports.regression().failingWith(hostile).build());

        assertThat(root.at("/verdict").textValue()).isEqualTo("REGRESSION");
        assertThat(root.at("/requests/failures/OVERLOAD/example").textValue()).contains(hostile);
    }

    private static JsonNode parse(Report report) {
        try {
            return new ObjectMapper().readTree(new JsonRenderer().render(report));
        } catch (JsonProcessingException e) {
            throw new AssertionError("result must be JSON", e);
        }
    }

    private static List<String> keys(JsonNode node) {
        List<String> keys = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            keys.add(field.getKey());
        }
        return keys;
    }
}
