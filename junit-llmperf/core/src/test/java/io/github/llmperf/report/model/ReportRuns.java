package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.socket.Unread;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RehearsalResult;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.measure.EarlyStop;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Lateness;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Runs in virtual time that {@link Reports} tell of. */
final class ReportRuns {

    static final Instant START = Instant.parse("2026-03-02T10:15:30Z");

    static final Health HEALTHY = health(.062);

    /** The machine that sends is at its limit. */
    static final Health BUSY = health(.96);

    /** The window of {@link #spread}. */
    static final RunTimes TIMES = new RunTimes(5_000_000_000L, 9_000_000_000L, 71_000_000_000L, 75_000_000_000L);

    private ReportRuns() {}

    private static Health health(double cpu) {
        return Healths.of(.21, 8.4, 21.5, cpu, .31, .04, .002, 8)
                .with(new ClientOverhead(
                        new Lateness(.412, 1.93, 8.6),
                        new Lateness(.07, .81, 8.4),
                        new Lateness(.1, .4, 3),
                        62,
                        1,
                        8.4))
                .with(new AnswerWaits(new Unread(.06, 1.4, 9.2), 3))
                .with(RehearsalResult.done(1.02, 61_250));
    }

    static LoadRun of(LoadPlan plan, VirtualRun.Server server, Health health) {
        LoadRun run = VirtualRun.of(plan, server, EarlyStop.of(plan).nextRun());
        return new LoadRun(START, run.times(), run.records(), 0, health, run.end(), run.early(), run.parts());
    }

    /** Requests evenly over 70 s, of 1 s each: half of them with a ttft of 200 ms and half of 800 ms. */
    static LoadRun spread(int number) {
        List<RequestRecord> records = IntStream.range(0, number)
                .mapToObj(i -> {
                    long sent = 5000 + Math.round(70_000. / number * i);
                    long end = Math.min(sent + 1000, 75_000);
                    return TestRecord.sentAt(sent)
                            .tokensAt(sent + (i % 2 == 0 ? 200 : 800))
                            .output(256, 1024)
                            .endsAt(end)
                            .build();
                })
                .toList();
        return new LoadRun(START, TIMES, records, 0, HEALTHY, LoadRun.End.COMPLETED);
    }

    /** Nothing but one failure. */
    static LoadRun withoutSuccess() {
        RequestRecord failed = TestRecord.sentAt(5000)
                .phase(RequestPhase.MEASURED)
                .endsAt(5004)
                .failed(ScriptedServer.overload("no capacity left in the waiting queue"))
                .build();
        return new LoadRun(START, TIMES, List.of(failed), 0, HEALTHY, LoadRun.End.NOTHING_SUCCEEDED);
    }

    /** As it would be stored on a day. */
    static BaselineRun stored(LoadPlan plan, ScriptedServer server, int day) {
        LoadPlan then = plan.withRunId("stored-" + day);
        return BaselineRun.of(
                then,
                environment("http://localhost:8000", "vllm/0.9.0"),
                Recorder.measure(then, of(then, server, HEALTHY)),
                Verdict.PASS,
                StoredFixture.FIRST.plusSeconds(86_400L * day),
                "c0ffee%02d".formatted(day % 100) + "d15ea5e5ba5eba11");
    }

    static Environment environment(String place, String server) {
        return new Environment(
                "ci",
                place,
                ReportPlan.MODEL,
                new TreeMap<>(Map.of("gpu", "A100", "tp", "2")),
                server,
                "17.0.15",
                "Linux amd64",
                8,
                Set.of());
    }
}
