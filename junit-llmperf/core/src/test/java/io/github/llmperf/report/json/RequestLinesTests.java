package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.secret.Secret;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RequestLinesTests {

    @Test
    void tellsEachRequestOnALine() {
        RequestLines lines = new RequestLines(Target.at("http://localhost:1").withKey(Secret.of("sk-planted")));
        Failure denied = new Failure(FailureKind.OVERLOAD, 503, "denied for sk-planted", null, OptionalLong.of(1500));
        StringBuilder told = new StringBuilder();

        TestRecord.records(
                        TestRecord.sentAt(0)
                                .delayedTo(1)
                                .tokensAt(4, 10)
                                .endsAt(11)
                                .says("检索 \"quoted\"")
                                .prompt(1200, 2031)
                                .server(Map.of("serverTtft", 2.5))
                                .warned("missing_done"),
                        TestRecord.sentAt(0).user(1).endsAt(4).failed(denied))
                .forEach(request -> told.append(lines.line(request, 0)).append('\n'));

        assertThat(told)
                .hasToString(
                        """
                        {"index":0,"user":0,"scheduled":0,"sent":1000000,"firstToken":4000000,"lastToken":10000000,"end":11000000,"gaps":[6000000],\
                        "warmup":false,"cooldown":false,"turn":1,"outcome":"succeeded","failure":null,"status":200,\
                        "promptTokens":2031,"maxNewTokens":128,"outputTokens":2,"contentChunks":2,"reasoningChunks":0,\
                        "finishReason":"stop","text":"检索 \\"quoted\\"","reasoningText":"",\
                        "server":{"serverTtft":2.5},"warnings":["missing_done"]}
                        {"index":0,"user":1,"scheduled":0,"sent":0,"firstToken":null,"lastToken":null,"end":4000000,"gaps":[],\
                        "warmup":false,"cooldown":false,"turn":1,"outcome":"failed",\
                        "failure":"OVERLOAD 503: denied for ***; asks to wait 1.5 s",\
                        "retryAfterMs":1500,"status":503,\
                        "promptTokens":null,"maxNewTokens":128,"outputTokens":0,"contentChunks":0,"reasoningChunks":0,\
                        "finishReason":null,"text":"","reasoningText":"","server":{},"warnings":[]}
                        """);
    }

    @Test
    void countsTimesFromTheStartAndNamesTheCooldown() {
        RequestLines lines = new RequestLines(Target.at("http://localhost:1"));

        String line = lines.line(
                TestRecord.sentAt(70)
                        .phase(RequestPhase.COOLDOWN)
                        .answeredAfter(5)
                        .build(),
                50_000_000);

        assertThat(line)
                .startsWith("{\"index\":0,\"user\":0,\"scheduled\":20000000,\"sent\":20000000,\"firstToken\":25000000,")
                .contains("\"warmup\":false,\"cooldown\":true,\"turn\":1,");
    }
}
