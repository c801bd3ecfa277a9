package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as they lie in repositories, and what lines have besides values. */
class StoredLinesTests {

    /** As files hold it: the layout must stay readable. */
    private static final String LINE =
            """
            {"schema":1,"runId":"run-1","startedAt":"2026-03-01T09:00:00Z","commit":"c0ffee","verdict":"REGRESSION",\
            "standing":"refused","accepted":"larger model","test":{"class":"com.acme.RagLatencyTest","method":"staysResponsive",\
            "cell":"single"},"values":{"ttft.p50":799.7,"outputTokenRate":900},"n":{"attempted":200,"failed":1,"ttft":199},\
            "ratesFromWholeRun":true,"comparable":{"environment":"ci","model":"qwen2.5-7b","labels":{"gpu":"A100"},\
            "workload":{"api":"openai-chat","users":"20"},"hash":"HASH"},\
            "machine":{"target":"http://localhost:8000","server":"vllm 0.6","java":"17.0.15","os":"Linux amd64","cpus":8},\
            "histograms":{"ttft":"AAAA"}}""";

    @Test
    void areReadAsTheyStand() {
        BaselineRun read = BaselineLine.read(LINE).orElseThrow();

        assertThat(read)
                .isEqualTo(new BaselineRun(
                        "run-1",
                        0,
                        BaselineFixture.FIRST.plusSeconds(3600),
                        "c0ffee",
                        Verdict.REGRESSION,
                        Standing.REFUSED,
                        "larger model",
                        null,
                        new BaselineRun.TestName("com.acme.RagLatencyTest", "staysResponsive", "single"),
                        new Environment(
                                "ci",
                                "http://localhost:8000",
                                "qwen2.5-7b",
                                new TreeMap<>(Map.of("gpu", "A100")),
                                "vllm 0.6",
                                "17.0.15",
                                "Linux amd64",
                                8,
                                Set.of()),
                        new WorkloadIdentity(Map.of("api", "openai-chat", "users", "20")),
                        new TreeMap<>(Map.of(Measure.parse("ttft.p50"), 799.7, Measure.parse("outputTokenRate"), 900.)),
                        new TreeMap<>(),
                        new TreeMap<>(),
                        new BaselineRun.Counts(200, 1, Map.of(Metric.TTFT, 199L), true),
                        Map.of(Metric.TTFT, "AAAA")));
        assertThat(read.line())
                .isEqualTo(LINE.replace("HASH", read.comparability().hash()));
        assertThat(BaselineLine.read(BaselineLine.summary(LINE)).orElseThrow().comparability())
                .isEqualTo(read.comparability());
    }

    @ParameterizedTest
    @ValueSource(strings = {"comparable", "test", "values", "runId"})
    void areDamagedWithoutAFieldThatMustBeThere(String field) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaselineLine.read(LINE.replace("\"" + field + "\":", "\"other\":")))
                .withMessage(field + " is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"environment", "model", "labels", "workload"})
    void areDamagedWithoutAFieldOfWhatMakesThemComparable(String field) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaselineLine.read(LINE.replace("\"" + field + "\":", "\"other\":")))
                .withMessage("comparable." + field + " is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"class", "method", "cell"})
    void areDamagedWithoutAPartOfTheTest(String field) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaselineLine.read(LINE.replace("\"" + field + "\":", "\"other\":")))
                .withMessage("test." + field + " is missing");
    }

    /** Runs that were accepted in this repository. */
    @Test
    void ofThisRepositoryAreWhole() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../../baselines"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).toList()) {
                BaselineFile read = BaselineFile.read(file, "x");

                assertThat(read.warnings()).isEmpty();
                assertThat(read.runs()).isNotEmpty();
                assertThat(read.lines()).hasSameSizeAs(read.runs());
                assertThat(new EditedNumbers(read).warnings(read.runs())).isEmpty();
                assertThat(read.runs())
                        .extracting(run -> run.comparability().hash())
                        .containsOnly(read.runs().get(0).comparability().hash());
                for (BaselineRun run : read.runs()) {
                    assertThat(BaselineLine.read(run.line())).contains(run);
                }
            }
        }
    }

    @Test
    void haveATag() {
        BaselineRun tagged = run(Verdict.PASS, 1).marked(null, "v1.2");

        assertThat(tagged.line()).contains("\"verdict\":\"PASS\",\"tag\":\"v1.2\",\"test\":");
        assertThat(BaselineLine.read(tagged.line())).contains(tagged);
        PlanFixture plan = new PlanFixture();
        plan.tag = "v1.3";
        assertThat(run(plan, new MeasurementFixture(), Verdict.PASS, 1).tag()).isEqualTo("v1.3");
    }

    private static BaselineRun withSlices(PlanFixture plan, long seed, double spread) {
        Random random = new Random(seed);
        Map<Metric, List<Distribution>> slices = new EnumMap<>(Metric.class);
        MeasurementFixture fixture = new MeasurementFixture();
        for (Metric metric : new Metric[] {Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.E2E}) {
            List<Distribution> parts = new ArrayList<>();
            Distribution all = new Distribution();
            for (int i = 0; i < Measurement.SLICES; i++) {
                Distribution part = new Distribution();
                random.doubles(2_500).forEach(u -> part.add(Math.exp(spread * u)));
                parts.add(part);
                all.add(part);
            }
            slices.put(metric, parts);
            fixture.distributions.put(metric, all);
        }
        Measurement whole = fixture.build();
        Map<Metric, Distribution> distributions = new EnumMap<>(fixture.distributions);
        Measurement measurement = new Measurement(
                distributions,
                slices,
                fixture.rates,
                whole.requests(),
                whole.tokens(),
                whole.window(),
                whole.wholeRun(),
                whole.peakConcurrency(),
                whole.notes());
        return BaselineRun.of(
                plan.build(),
                BaselineFixture.environment(),
                measurement,
                Verdict.PASS,
                BaselineFixture.FIRST,
                "c0ffee");
    }

    @Test
    void haveRatesOverTheWholeRunBesideThoseOverTheWindow() {
        PlanFixture plan = new PlanFixture().gated("ttft.p50", "goodput");
        MeasurementFixture measurement = new MeasurementFixture();
        measurement.rates.put(Metric.GOODPUT, 5.);

        BaselineRun run = run(plan, measurement, Verdict.PASS, 1);

        assertThat(run.wholeRun())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Measure.parse("goodput"), 4.5,
                        Measure.parse("outputTokenRate"), 810.,
                        Measure.parse("requestRate"), 6.75));
        assertThat(run.line())
                .contains(",\"wholeRun\":{\"outputTokenRate\":810,\"requestRate\":6.75,\"goodput\":4.5},\"n\":");
        assertThat(BaselineLine.read(run.line())).contains(run);
    }

    @Test
    void haveNoSecondRatesWhereThoseOfTheWindowAreOfTheWholeRun() {
        MeasurementFixture measurement = new MeasurementFixture();
        measurement.ratesFromWholeRun = true;

        assertThat(run(new PlanFixture(), measurement, Verdict.PASS, 1).line()).doesNotContain("\"wholeRun\":");
    }

    @Test
    void areDamagedByAnImpossibleRateOverTheWholeRun() {
        String line = run(Verdict.PASS, 1).line().replace("\"outputTokenRate\":810", "\"outputTokenRate\":-1");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaselineLine.read(line))
                .withMessage("wholeRun.outputTokenRate must be above 0 and below 1e12, but is -1.0");
    }

    @Test
    void sayHowExactlyARunKnowsItsGuardedValues() {
        PlanFixture plan = new PlanFixture().gated("ttft.p50", "e2e", "outputTokenRate");

        BaselineRun run = withSlices(plan, 1, 1);

        assertThat(run.within()).containsOnlyKeys(Measure.parse("ttft.p50"), Measure.parse("e2e"));
        assertThat(run.within().get(Measure.parse("e2e"))).isBetween(.0001, .01);
        assertThat(run.line())
                .containsPattern("\"within\":\\{\"ttft.p50\":0\\.\\d{1,7},\"e2e.mean\":0\\.\\d{1,7}},\"n\":");
        assertThat(BaselineLine.read(run.line())).contains(run);
        assertThat(BaselineLine.read(BaselineLine.summary(run.line()))
                        .orElseThrow()
                        .within())
                .isEqualTo(run.within());
        assertThat(run(Verdict.PASS, 1).line()).doesNotContain("within");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.1", "100", "NaN"})
    void areDamagedByAnImpossibleSpread(String number) {
        String line =
                run(Verdict.PASS, 1).line().replace("\"n\":{", "\"within\":{\"ttft.p50\":" + number + "},\"n\":{");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaselineLine.read(line))
                .withMessage("within.ttft.p50 must be 0 or more and below 100, but is " + Double.valueOf(number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "99.9"})
    void takeAnyPossibleSpread(String number) {
        String line =
                run(Verdict.PASS, 1).line().replace("\"n\":{", "\"within\":{\"ttft.p50\":" + number + "},\"n\":{");

        assertThat(BaselineLine.read(line).orElseThrow().within())
                .containsEntry(Measure.parse("ttft.p50"), Double.valueOf(number));
    }

    @Test
    void areDamagedByASpreadThatIsNoNumber() {
        String line = run(Verdict.PASS, 1).line().replace("\"n\":{", "\"within\":{\"ttft.p50\":\"wide\"},\"n\":{");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaselineLine.read(line))
                .withMessage("within.ttft.p50 is no number");
    }

    /** A wide spread of 200,000 samples, every kind of number, long names, many labels and guarded measures. */
    @Test
    void stayBelowEightKilobytes() {
        PlanFixture plan = new PlanFixture()
                .gated(Stream.of("ttft", "tpot", "itl", "e2e")
                        .flatMap(metric ->
                                Stream.of(".p50", ".p75", ".p90", ".p99.9", "").map(metric::concat))
                        .toArray(String[]::new));
        plan.className = "com.acme.inference.serving.latency.RetrievalAugmentedGenerationLatencyTest$WithLongDocuments";
        plan.methodName = "staysResponsiveWhileManyUsersAskAboutLongDocumentsAtTheSameTime";
        plan.cellName = "users=200,prompt=retrieval-augmented-generation,maxNewTokens=2048";
        plan.tag = "release-2026.03.01-rc1";
        plan.accept = "the new model is larger, and the product owner agreed to a second more";
        plan.extraBody = "{\"guided_json\":\"" + "x".repeat(100) + "\"}";
        plan.systemPrompt = "You are helpful.";
        Map<String, String> labels = IntStream.range(0, 10)
                .boxed()
                .collect(Collectors.toMap(i -> "label-number-" + i, i -> "value-of-the-label-" + i));
        BaselineRun run = withSlices(plan, 1, 12);
        Environment environment = new Environment(
                "ci-a100-80gb-eu-west",
                "https://inference.eu-west.internal.acme.example:8443",
                "meta-llama/Llama-3.3-70B-Instruct-AWQ-INT4",
                new TreeMap<>(labels),
                "vllm 0.6.3.post1+cu124",
                "17.0.15",
                "Linux amd64",
                128,
                Set.of());
        BaselineRun worst = new BaselineRun(
                "20260301-080000-abcdef",
                1,
                run.startedAt(),
                "0123456789012345678901234567890123456789",
                Verdict.UNDECIDED,
                Standing.WAITING,
                run.accepted(),
                run.tag(),
                run.test(),
                environment,
                run.workload(),
                run.values(),
                run.wholeRun(),
                run.within(),
                run.counts(),
                run.histograms());

        assertThat(worst.within()).hasSize(20);
        assertThat(worst.line().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(8_192);
        assertThat(BaselineLine.summary(worst.line()).getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThan(4_096);
    }
}
