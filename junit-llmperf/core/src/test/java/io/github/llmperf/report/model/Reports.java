package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.client.socket.Unread;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RehearsalResult;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Note;
import io.github.llmperf.measure.server.Logs;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.ThinkTime;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.secret.Secret;
import io.github.llmperf.verdict.Cause;
import io.github.llmperf.verdict.Cause.GeneratorTimes;
import io.github.llmperf.verdict.Cause.Latest;
import io.github.llmperf.verdict.Cause.Latest.Counts;
import io.github.llmperf.verdict.Cause.Symptom;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedRuns;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Verdict;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Lateness;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Realistic reports, built by hand: 400 requests of 20 users with a tail, a few failures, five stored runs. */
public final class Reports {

    private static final ClientOverhead ADDED = new ClientOverhead(
            new Lateness(.412, 1.93, 8.6), new Lateness(.07, .81, 8.4), new Lateness(.1, .4, 3), 62, 1, 8.4);

    /** Its sentence is tested where it is worded. */
    public static final Finding NOTHING_STORED = Findings.notComparable("x.jsonl");

    /** Stands in for a key that must never be seen. */
    public static final String PLANTED_KEY = "sk-planted-4f1d9c";

    private static final long START = 5_000_000_000L;

    private Scenario scenario = new Scenario(
            "com.acme.RagLatencyTest",
            "staysResponsive",
            new java.util.LinkedHashMap<>(Map.of("users", 20)),
            "users=20");
    private Path output = Path.of("target/llmperf");
    private Optional<Verdict> verdict = Optional.empty();
    private List<Finding> findings = List.of();
    private String failureMessage = "no capacity left in the waiting queue";
    private String text = "The quarterly report says that";
    private String model = "qwen2.5-7b";
    private boolean succeeded = true;
    private String commit = "4f1d9c2";
    private boolean fullRecords;
    private boolean strict;
    private boolean required;
    private Pairing pairing;
    private BaselinePolicy.Mode mode = BaselinePolicy.Mode.COMPARE;
    private int storedRuns = 5;
    private StoredRuns stored = StoredRuns.NONE;
    private String place = "http://localhost:8000";
    private String serverName = "vllm/0.9.1";
    private String file = "baselines/ci/com.acme.RagLatencyTest/staysResponsive/users=20.jsonl";
    private boolean counted;
    private int turns = 1;
    private Optional<Arrival> arrival = Optional.empty();
    private String prompt = "rag";
    private ServerView server = ServerView.NOTHING;
    private int many;
    private boolean onlyFailed;
    private Target target = Target.at("http://localhost:8000")
            .withModel(model)
            .withKey(Secret.of(PLANTED_KEY))
            .withHeader("x-api-key", PLANTED_KEY)
            .withLabel("gpu", "A100")
            .withLabel("tp", "2");

    private Reports() {}

    /** Users that talk on; one request is a second turn, and half of all prompt tokens are a history in the cache. */
    public Reports turns(int most) {
        turns = most;
        return this;
    }

    Reports prompt(String name) {
        prompt = name;
        return this;
    }

    /** At a rate, instead of users who wait for their answers. */
    Reports openLoop(Arrival.OpenLoop loop) {
        arrival = Optional.of(loop);
        return this;
    }

    /** Two requests a second, of 1 s each: half of them with a ttft of 200 ms and half of 800 ms. */
    public static Reports ofManyRequests() {
        return ofManyRequests(140);
    }

    public static Reports ofManyRequests(int number) {
        Reports reports = passed();
        reports.many = number;
        return reports;
    }

    public static Reports withoutSuccess() {
        Reports reports = error();
        reports.onlyFailed = true;
        return reports;
    }

    /** What a server said in the course of the run. */
    public static ServerView during(ServerLog log) {
        return ServerView.of(
                log,
                List.of(Logs.run(START, START + 4_000_000_000L, START + 66_000_000_000L, START + 70_000_000_000L)));
    }

    private List<RequestRecord> records() {
        if (onlyFailed) {
            return List.of(failed(0));
        }
        return many == 0
                ? List.of(record(0), failed(1))
                : IntStream.range(0, many).mapToObj(this::oneOfMany).toList();
    }

    private RequestRecord oneOfMany(int index) {
        RequestRecord one = record(index);
        long sent = START + Math.round(70e9 / many * index);
        long first = sent + (index % 2 == 0 ? 200_000_000L : 800_000_000L);
        RequestTimestamps moments = new RequestTimestamps(
                sent,
                sent,
                first,
                first,
                first,
                first,
                new long[] {first},
                first,
                Math.min(sent + 1_000_000_000L, START + 70_000_000_000L),
                -1);
        return new RequestRecord(
                index, 0, RequestPhase.MEASURED, 1, 1200, 128, moments, 200, 4096, 0, 0, one.answer(), null);
    }

    public Reports server(ServerView said) {
        server = said;
        return this;
    }

    public Reports commit(String sha) {
        commit = sha;
        return this;
    }

    /** The server counted the tokens of prompts and answers. */
    public Reports counted() {
        counted = true;
        return this;
    }

    public static Reports passed() {
        return new Reports().withFindings(List.of(met("ttft.p90 <= 3000ms", 1671), met("tpot <= 100ms", 31.42)));
    }

    public static Reports regression() {
        return new Reports()
                .withFindings(List.of(
                        comparison("ttft.p50", Verdict.REGRESSION, 658, 812, .234, .151, .324),
                        comparison("ttft.p90", Verdict.UNDECIDED, 1516, 1671, .1024, -.01, .22),
                        comparison("tpot.p50", Verdict.PASS, 31, 30.8, -.0065, -.04, .03),
                        comparison("outputTokenRate", Verdict.PASS, 1620, 1583, -.0228, -.06, .015),
                        met("ttft.p90 <= 3000ms", 1671),
                        met("tpot <= 100ms", 31.42),
                        met("errorRate <= 1%", .75),
                        new Finding.Validity(
                                Status.MET,
                                new Cause.GeneratorKeptUp(
                                        new GeneratorTimes(true, .412, 1.93, .81, .21, OptionalDouble.of(.31)),
                                        65.8,
                                        new Latest(.4, Counts.JUDGED, 100),
                                        .062))));
    }

    /** The regression above, and somebody meant it. */
    public static Reports accepted() {
        return new Reports()
                .withFindings(List.of(
                        comparison("ttft.p50", Verdict.REGRESSION, 658, 812, .234, .151, .324)
                                .acceptedFor("larger model"),
                        comparison("tpot.p50", Verdict.PASS, 31, 30.8, -.0065, -.04, .03),
                        met("ttft.p90 <= 3000ms", 1671)));
    }

    public static Reports undecided() {
        return new Reports()
                .withFindings(List.of(
                        comparison("ttft.p90", Verdict.UNDECIDED, 1516, 1671, .1024, -.01, .22),
                        met("ttft.p90 <= 3000ms", 1671)));
    }

    public static Reports violated() {
        return new Reports().withFindings(List.of(broken("ttft.p90 <= 1500ms", 1671), met("tpot <= 100ms", 31.42)));
    }

    public static Reports withoutBaseline() {
        return new Reports().storedRuns(0).withFindings(List.of(NOTHING_STORED, met("tpot <= 100ms", 31.42)));
    }

    public static Reports invalid() {
        return new Reports()
                .withFindings(List.of(
                        new Finding.Validity(
                                Status.BROKEN, new Cause.GeneratorSaturated(List.of(new Symptom.WokeLate(41, 5)))),
                        met("tpot <= 100ms", 31.42)));
    }

    public static Reports error() {
        String text = "the first 20 requests all failed: 20 × CONNECT: connection refused";
        Reports reports = new Reports().storedRuns(0).withFindings(List.of(Findings.fault(text)));
        reports.succeeded = false;
        return reports;
    }

    /** An example of each verdict. */
    public static Reports of(Verdict verdict) {
        return switch (verdict) {
            case PASS -> passed();
            case IMPROVED ->
                passed().withFindings(List.of(comparison("ttft.p50", Verdict.IMPROVED, 658, 412, -.374, -.42, -.33)));
            case NO_BASELINE -> withoutBaseline();
            case UNDECIDED -> undecided();
            case REGRESSION -> regression();
            case SLA_VIOLATED -> violated();
            case INVALID -> invalid();
            case ERROR -> error();
        };
    }

    public Reports strict() {
        strict = true;
        return this;
    }

    /** Without a baseline the test fails. */
    public Reports required() {
        required = true;
        return this;
    }

    /** Judged so, whatever the findings say; of a verdict that rests on a comparison there must be one. */
    public Reports judged(Verdict newVerdict) {
        verdict = Optional.of(newVerdict);
        return this;
    }

    /** Nothing succeeded, for this reason. */
    public Reports failed(String why) {
        return withFindings(List.of(Findings.fault(why)));
    }

    public Reports withFindings(List<? extends Finding> newFindings) {
        findings = List.copyOf(newFindings);
        return this;
    }

    public Reports of(Scenario newScenario) {
        scenario = newScenario;
        return this;
    }

    public Reports into(Path newOutput) {
        output = newOutput;
        return this;
    }

    public Reports storedRuns(int runs) {
        storedRuns = runs;
        return this;
    }

    public Reports at(String url) {
        place = url;
        return this;
    }

    public Reports served(String name) {
        serverName = name;
        return this;
    }

    /** Says where the stored runs lie. */
    public Reports storedIn(Path baseline) {
        file = baseline.toString();
        return this;
    }

    /** Compared with these runs, oldest first. */
    public Reports comparedWith(List<BaselineRun> runs) {
        return comparedWith(
                StoredRuns.of(new BaselineLookup(runs, Optional.empty(), Path.of(file), List.of(), Optional.empty())));
    }

    public Reports comparedWith(StoredRuns runs) {
        stored = runs;
        return storedRuns(runs.runs().size());
    }

    public Reports recording() {
        mode = BaselinePolicy.Mode.RECORD;
        return this;
    }

    public Reports withFullRecords() {
        fullRecords = true;
        return this;
    }

    public Reports failingWith(String message) {
        failureMessage = message;
        return this;
    }

    public Reports answering(String answer) {
        text = answer;
        return this;
    }

    public Reports of(Target newTarget) {
        target = newTarget;
        return this;
    }

    public Report build() {
        Measurement measurement = succeeded ? measurement() : nothing();
        return new Report(
                plan(),
                Instant.parse("2026-03-02T10:15:30Z"),
                commit,
                new Environment(
                        "ci",
                        place,
                        model,
                        new TreeMap<>(Map.of("gpu", "A100", "tp", "2")),
                        serverName,
                        "17.0.15",
                        "Linux amd64",
                        8),
                new LoadRun(
                        Instant.parse("2026-03-02T10:15:30Z"),
                        new RunTimes(START, START + 4_000_000_000L, START + 66_000_000_000L, START + 70_000_000_000L),
                        records(),
                        0,
                        new Health(.21, 8.4, 21.5, .062, .31, .04, .002, 8)
                                .with(ADDED)
                                .with(new AnswerWaits(new Unread(.06, 1.4, 9.2), 3))
                                .with(RehearsalResult.done(1.02, 61_250)),
                        succeeded ? LoadRun.End.COMPLETED : LoadRun.End.NOTHING_SUCCEEDED),
                measurement,
                judgement(),
                new Report.BaselineUse(storedRuns, "ci", storedRuns == 0 ? "" : file, stored),
                new TreeMap<>(Map.of("vllm:num_preemptions_total", 3., "vllm:gpu_cache_usage_perc", .83)),
                new Report.Series(
                        "",
                        List.of(measurement),
                        Optional.empty(),
                        Optional.empty(),
                        paired(measurement),
                        Optional.empty()),
                server);
    }

    private Judgement judgement() {
        Verdict worst = findings.stream().map(Finding::verdict).reduce(Verdict.PASS, Verdict::and);
        return new Judgement(verdict.orElse(worst), findings, .01, OptionalDouble.empty());
    }

    /** Compared with another target in so many pairs, which all came out alike. */
    public Reports pairedWith(Target second, int number) {
        pairing = new Pairing(second, number);
        return this;
    }

    private Optional<PairedRuns> paired(Measurement measurement) {
        if (pairing == null) {
            return Optional.empty();
        }
        List<PairedRuns.Pair> pairs =
                Collections.nCopies(pairing.pairs(), new PairedRuns.Pair(measurement, measurement));
        return Optional.of(new PairedRuns(pairing, List.of(), measurement, pairs));
    }

    private LoadPlan plan() {
        return pairing == null ? ownPlan() : ownPlan().withPairing(pairing);
    }

    private LoadPlan ownPlan() {
        return new LoadPlan(
                scenario,
                "01HZX4",
                target,
                new Workload(
                        prompt,
                        "sha256:1f0a",
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        512,
                        false,
                        true,
                        0,
                        "",
                        "",
                        Workload.Cache.UNIQUE),
                arrival.orElseGet(() -> new Arrival.ClosedLoop(20, Ramp.AT_ONCE, ThinkTime.NONE, turns)),
                new Phases(
                        Phases.Warmup.ONE_REQUEST,
                        OptionalInt.of(400),
                        java.util.Optional.empty(),
                        Duration.ZERO,
                        Duration.ofMinutes(5),
                        Phases.WindowKind.STEADY,
                        false),
                Duration.ofSeconds(60),
                OptionalLong.empty(),
                new Limits(
                        findings.stream()
                                .filter(Finding.Sla.class::isInstance)
                                .map(f -> ((Finding.Sla) f).limit())
                                .toList(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()),
                new BaselinePolicy(
                        mode,
                        .10,
                        .15,
                        List.of(Measure.parse("ttft.p50"), Measure.parse("ttft.p90")),
                        required,
                        null,
                        .01,
                        .10,
                        "ci",
                        null,
                        null,
                        1,
                        null),
                42,
                1,
                OptionalLong.empty(),
                true,
                strict,
                output,
                fullRecords);
    }

    private Measurement measurement() {
        Random random = new Random(7);
        Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
        for (int i = 0; i < 397; i++) {
            double ttft = 747 * Math.exp(.55 * random.nextGaussian()) * (i % 50 == 0 ? 4 : 1);
            double tpot = 30 * Math.exp(.12 * random.nextGaussian());
            add(distributions, Metric.TTFT, ttft);
            add(distributions, Metric.TPOT, tpot);
            add(distributions, Metric.ITL, tpot * Math.exp(.4 * random.nextGaussian()));
            add(distributions, Metric.E2E, ttft + tpot * (260 + 60 * random.nextGaussian()));
            add(distributions, Metric.CLIENT_DELAY, .08 * Math.exp(.5 * random.nextGaussian()));
            add(distributions, Metric.SERVER_TTFT, ttft - 12);
        }
        if (counted) {
            for (int i = 0; i < 397; i++) {
                add(distributions, Metric.PROMPT_TOKENS, 40 + Math.rint(900 * Math.exp(1.1 * random.nextGaussian())));
                add(distributions, Metric.OUTPUT_TOKENS, i % 9 == 0 ? 256 : 100 + random.nextInt(156));
            }
        }
        Map<Metric, Double> rates = new EnumMap<>(Metric.class);
        rates.put(Metric.OUTPUT_TOKEN_RATE, 1583.4);
        rates.put(Metric.REQUEST_RATE, 6.4032);
        rates.put(Metric.ERROR_RATE, .75);
        rates.put(Metric.CONCURRENCY, 19.87);
        return new Measurement(
                distributions,
                Map.of(),
                rates,
                new Measurement.RequestCounts(
                        400,
                        397,
                        3,
                        20,
                        0,
                        0,
                        20,
                        1,
                        Map.of(
                                FailureKind.OVERLOAD,
                                new Measurement.FailureCount(
                                        3,
                                        new Failure(
                                                FailureKind.OVERLOAD,
                                                503,
                                                failureMessage,
                                                null,
                                                OptionalLong.of(2000))))),
                turns == 1
                        ? new Measurement.TokenCounts(812_400, 102_310, 0, TokensFrom.USAGE)
                        : new Measurement.TokenCounts(
                                812_400,
                                102_310,
                                400_100,
                                TokensFrom.USAGE,
                                new Measurement.Continued(300, 700_000, 400_000)),
                new Measurement.Window(Phases.WindowKind.STEADY, 62, 62, 70, false),
                new Measurement.WholeRun(5.9, 5.95, 1490, 13100),
                20,
                List.of(new Note.Bursts(.11)));
    }

    private Measurement nothing() {
        return new Measurement(
                Map.of(),
                Map.of(),
                Map.of(Metric.ERROR_RATE, 100.),
                new Measurement.RequestCounts(
                        20,
                        0,
                        20,
                        0,
                        0,
                        0,
                        20,
                        0,
                        Map.of(
                                FailureKind.CONNECT,
                                new Measurement.FailureCount(
                                        20, Failure.of(FailureKind.CONNECT, "connection refused")))),
                new Measurement.TokenCounts(0, 0, -1, TokensFrom.EVENTS),
                new Measurement.Window(Phases.WindowKind.STEADY, 0, 0, .4, false),
                new Measurement.WholeRun(0, 50, 0, Double.NaN),
                20,
                List.of());
    }

    private static void add(Map<Metric, Distribution> distributions, Metric metric, double sample) {
        distributions.computeIfAbsent(metric, m -> new Distribution()).add(sample);
    }

    private RequestRecord record(int index) {
        long sent = START + 1_000_000L;
        return new RequestRecord(
                index,
                0,
                RequestPhase.MEASURED,
                turns == 1 ? 1 : 2,
                1200,
                128,
                new RequestTimestamps(
                        START,
                        sent,
                        sent + 1_000_000,
                        sent + 2_000_000,
                        sent + 3_000_000,
                        sent + 3_000_000,
                        new long[] {sent + 3_000_000, sent + 9_000_000},
                        sent + 9_000_000,
                        sent + 10_000_000,
                        -1),
                200,
                4096,
                0,
                0,
                new Answer(
                        text,
                        "",
                        text.length(),
                        2,
                        0,
                        0,
                        2031,
                        256,
                        0,
                        -1,
                        TokensFrom.USAGE,
                        "stop",
                        true,
                        Map.of("serverTtft", 2.5),
                        List.of("missing_done")),
                null);
    }

    private RequestRecord failed(int index) {
        return new RequestRecord(
                index,
                1,
                RequestPhase.MEASURED,
                1,
                1200,
                128,
                new RequestTimestamps(
                        START,
                        START,
                        RequestTimestamps.NEVER,
                        RequestTimestamps.NEVER,
                        RequestTimestamps.NEVER,
                        RequestTimestamps.NEVER,
                        RequestTimestamps.NO_EVENTS,
                        RequestTimestamps.NEVER,
                        START + 4_000_000,
                        -1),
                503,
                0,
                0,
                0,
                Answer.NONE,
                new Failure(FailureKind.OVERLOAD, 503, "denied for " + PLANTED_KEY, null, OptionalLong.of(1500)));
    }

    public static Finding.Sla met(String limit, double actual) {
        return sla(limit, actual, Status.MET);
    }

    public static Finding.Sla broken(String limit, double actual) {
        return sla(limit, actual, Status.BROKEN);
    }

    private static Finding.Sla sla(String expression, double actual, Status status) {
        Limit limit = Limit.parse(expression);
        return Findings.sla(limit, OptionalDouble.of(actual), 400, true, status);
    }

    public static Finding.Comparison comparison(
            String measure,
            Verdict verdict,
            double baseline,
            double candidate,
            double change,
            double low,
            double high) {
        double tolerance = Measure.parse(measure).statistic().isTail() ? .15 : .10;
        return comparison(measure, verdict, baseline, candidate, change, low, high, tolerance);
    }

    public static Finding.Comparison comparison(
            String measure,
            Verdict verdict,
            double baseline,
            double candidate,
            double change,
            double low,
            double high,
            double tolerance) {
        Measure parsed = Measure.parse(measure);
        return Findings.comparison(
                parsed,
                Reference.STORED_RUNS,
                verdict,
                baseline,
                candidate,
                change,
                low,
                high,
                tolerance,
                .004,
                400,
                1,
                5,
                .042,
                .14,
                9);
    }
}
