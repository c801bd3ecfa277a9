package io.github.llmperf.report.model;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.client.prometheus.MetricsReading;
import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Findings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Reports of many requests, built by hand: 70 s from 5 s of the clock on, latencies that spread over two decades. */
public final class LargeReports {

    private static final long START = 5_000_000_000L;
    private static final double RUN_NANOS = 70e9;
    private static final int TOKENS = 20;
    private static final int MEGABYTE = 1 << 20;

    /** One failure in ten requests of each of these, in turn. */
    private static final List<FailureKind> KINDS = List.of(
            FailureKind.TIMEOUT,
            FailureKind.TIMEOUT,
            FailureKind.TIMEOUT,
            FailureKind.TIMEOUT,
            FailureKind.OVERLOAD,
            FailureKind.OVERLOAD,
            FailureKind.OVERLOAD,
            FailureKind.SERVER_ERROR,
            FailureKind.SERVER_ERROR);

    private LargeReports() {}

    /** Requests that all succeed. */
    public static Report ofRequests(int number) {
        return of(
                Reports.passed(),
                IntStream.range(0, number).mapToObj(i -> succeeding(i, number)).toList());
    }

    /** Requests that all fail: 40 % TIMEOUT, 30 % OVERLOAD, 20 % SERVER_ERROR, 6 % STREAM_ERROR, 4 % TRUNCATED. */
    public static Report failing(int number) {
        return of(
                Reports.withoutSuccess(),
                IntStream.range(0, number)
                        .mapToObj(i -> failing(i, number, "busy"))
                        .toList());
    }

    /** 100,000 requests, each tenth of which fails with a message of 1 MB; all else as large as it comes. */
    public static Report worst() {
        int number = 100_000;
        String message = "no room ".repeat(MEGABYTE / 8);
        List<RequestRecord> records = IntStream.range(0, number)
                .mapToObj(i -> i % 10 == 7 ? failing(i / 10, number / 10, message) : succeeding(i, number))
                .toList();
        Target target = Target.at("http://localhost:8000").withModel("m".repeat(200));
        for (int i = 0; i < 200; i++) {
            target = target.withLabel("label" + i, "value of label " + i + " ".repeat(3) + "x".repeat(100));
        }
        ReportBuilder reports = Reports.regression()
                .of(target)
                .turns(4)
                .judged(Verdict.REGRESSION)
                .withFindings(findings(message))
                .server(Reports.during(server()));
        return of(reports, records);
    }

    private static List<Finding> findings(String message) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            findings.add(Findings.comparison("ttft.p" + (50 + i), Verdict.REGRESSION, 658, 812, .234, .151, .324));
            findings.add(Findings.met("itl.p" + (50 + i) + " <= 3000ms", 1671));
        }
        findings.add(Findings.invalid(message));
        findings.add(Findings.note(message));
        return findings;
    }

    /** Eight readings a second of everything, and of 64 GPUs. */
    private static ServerLog server() {
        List<ServerLog.Round> rounds = new ArrayList<>();
        for (int i = 0; i < 640; i++) {
            Map<RawMetric, Double> values = new EnumMap<>(RawMetric.class);
            values.put(RawMetric.RUNNING, 12. + i % 7);
            values.put(RawMetric.WAITING, 0. + i % 10);
            values.put(RawMetric.KV_CACHE, 50. + i % 40);
            values.put(RawMetric.CPU_TIME, 10. * i);
            values.put(RawMetric.CPU_IDLE, 7. * i + i % 3);
            SortedMap<String, Double> gpus = new TreeMap<>();
            for (int gpu = 0; gpu < 64; gpu++) {
                gpus.put("%02d".formatted(gpu), (double) ((i * 7 + gpu * 13) % 100));
            }
            rounds.add(new ServerLog.Round(125_000_000L * i, new MetricsReading(values, gpus)));
        }
        return new ServerLog("", rounds, List.of(), new TreeMap<>(), ServerLog.Profiled.NOT);
    }

    private static Report of(ReportBuilder reports, List<RequestRecord> records) {
        LoadRun.End end = records.stream().anyMatch(RequestRecord::succeeded)
                ? LoadRun.End.COMPLETED
                : LoadRun.End.NOTHING_SUCCEEDED;
        Report some = reports.ran(new LoadRun(Instant.EPOCH, ReportRuns.TIMES, records, 0, ReportRuns.HEALTHY, end))
                .build();
        Map<String, Double> prometheus = new TreeMap<>(some.observed().prometheus());
        for (int i = 0; i < 300; i++) {
            prometheus.put("vllm:some_counter_with_a_long_name_total_" + i, 1e9 + i);
        }
        return new Report(
                some.plan(),
                some.origin(),
                Observed.of(
                        some.plan(),
                        some.run(),
                        some.measurement(),
                        some.observed().server(),
                        new TreeMap<>(prometheus)),
                some.judgement(),
                some.baseline(),
                some.series());
    }

    private static RequestRecord succeeding(int index, int number) {
        SplittableRandom random = new SplittableRandom(index);
        long sent = sent(index, number);
        long[] events = new long[TOKENS];
        long at = sent + spread(random, 300e6);
        for (int i = 0; i < TOKENS; i++) {
            events[i] = at;
            at += spread(random, 25e6);
        }
        long last = events[TOKENS - 1];
        RequestTimestamps moments =
                new RequestTimestamps(sent, sent, events[0], events[0], events[0], events[0], events, last, last, -1);
        Answer answer = new Answer(
                "",
                "",
                80,
                TOKENS,
                0,
                0,
                100 + index % 7000,
                TOKENS,
                0,
                40,
                TokensFrom.USAGE,
                "stop",
                true,
                Map.of(),
                null,
                List.of());
        return new RequestRecord(
                index, 0, RequestPhase.MEASURED, 1 + index % 4, 1200, 128, moments, 200, 4096, 0, 0, answer, null);
    }

    private static RequestRecord failing(int index, int number, String message) {
        long sent = sent(index, number);
        RequestTimestamps moments = new RequestTimestamps(
                sent,
                sent,
                RequestTimestamps.NEVER,
                RequestTimestamps.NEVER,
                RequestTimestamps.NEVER,
                RequestTimestamps.NEVER,
                RequestTimestamps.NO_EVENTS,
                RequestTimestamps.NEVER,
                sent + 4_000_000,
                -1);
        FailureKind kind = index % 10 < 9
                ? KINDS.get(index % 10)
                : index % 100 < 60 ? FailureKind.STREAM_ERROR : FailureKind.TRUNCATED;
        return new RequestRecord(
                index,
                1,
                RequestPhase.MEASURED,
                1,
                1200,
                128,
                moments,
                503,
                0,
                0,
                0,
                Answer.NONE,
                Failure.of(kind, message));
    }

    private static long sent(int index, int number) {
        return START + Math.round(RUN_NANOS * .95 * index / number);
    }

    /** Lognormal by a sum of uniform numbers: most within a factor of three, some beyond ten. */
    private static long spread(SplittableRandom random, double median) {
        double sum = -6;
        for (int i = 0; i < 12; i++) {
            sum += random.nextDouble();
        }
        return Math.round(median * Math.exp(.8 * sum));
    }
}
