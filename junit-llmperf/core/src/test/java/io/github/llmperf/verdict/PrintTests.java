package io.github.llmperf.verdict;

import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import org.junit.jupiter.api.Test;

class PrintTests {
    void show(String name, RunFixture f) {
        Judgement j = f.judge();
        System.out.println("#### " + name + "\n" + j.reason());
        j.findings().forEach(x -> System.out.println("   " + x.status() + " " + x.text()));
    }

    @Test
    void print() {
        show("pass5", RunFixture.withStored(5));
        show("pass10", RunFixture.withStored(10));
        RunFixture f = RunFixture.withStored(1);
        f.measurement.slower = 2;
        show("half1", f);
        f = RunFixture.withStored(5);
        f.measurement.slower = 2;
        f.plan.limit("ttft.p90 <= 1.2s").limit("tpot <= 30ms");
        f.measurement.failed = 8;
        show("half5+sla", f);
        f = RunFixture.withStored(10);
        f.measurement.slower = .5;
        show("faster", f);
        f = RunFixture.withStored(5);
        f.measurement.slower = 1.02;
        show("1.02", f);
        f = RunFixture.withStored(5);
        f.measurement.failed = 30;
        f.plan.limit("errorRate <= 50%");
        show("errors", f);
        f = RunFixture.withStored(5);
        f.measurement.outputTokens = 60;
        show("drift", f);
        show("none", RunFixture.withoutBaseline());
        f = RunFixture.withStored(2);
        f.measurement.slower = 2;
        f.plan.accept = "larger model";
        show("accepted", f);
        f = RunFixture.withStored(5);
        f.health = new Health(12, 1, .95, .9, 2);
        f.measurement.cached = 60000;
        show("invalid", f);
        f = RunFixture.withStored(5);
        f.measurement.requests = 8;
        f.plan.limit("ttft.p90 <= 1.2s");
        show("few", f);
        f = RunFixture.withStored(5);
        f.records.clear();
        for (int i = 0; i < 18; i++) f.request(Failure.of(FailureKind.CONNECT, "connection refused"));
        f.request(Failure.of(FailureKind.TIMEOUT, "x"));
        f.end = LoadRun.End.NOTHING_SUCCEEDED;
        f.measurement.requests = 19;
        f.measurement.failed = 19;
        show("fault", f);
        f = RunFixture.withStored(5);
        f.measurement.missing.add(Metric.TPOT);
        show("missing", f);
    }
}
