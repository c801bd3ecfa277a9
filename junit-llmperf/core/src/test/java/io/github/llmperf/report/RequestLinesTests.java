package io.github.llmperf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RequestLinesTests {

    @Test
    void tellsEachRequestOnALine() throws IOException {
        StringBuilder lines = new StringBuilder();

        new RequestLines(Reports.passed().answering("检索 \"quoted\"").build()).writeTo(lines);

        assertThat(lines)
                .hasToString(
                        """
                        {"scheduled":0,"sent":1000000,"firstToken":4000000,"lastToken":10000000,"end":11000000,\
                        "warmup":false,"outcome":"succeeded","failure":null,"status":200,"promptTokens":2031,\
                        "outputTokens":256,"contentChunks":2,"reasoningChunks":0,"finishReason":"stop",\
                        "text":"检索 \\"quoted\\"","reasoningText":"","server":{"serverTtft":2.5},\
                        "warnings":["missing_done"]}
                        {"scheduled":0,"sent":0,"firstToken":null,"lastToken":null,"end":4000000,\
                        "warmup":false,"outcome":"failed","failure":"OVERLOAD 503: denied for ***; asks to wait 1.5 s",\
                        "retryAfterMs":1500,"status":503,\
                        "promptTokens":null,"outputTokens":0,"contentChunks":0,"reasoningChunks":0,\
                        "finishReason":null,"text":"","reasoningText":"","server":{},"warnings":[]}
                        """);
    }

    @Test
    void tellsTheTurnWhereUsersTalkOn() throws IOException {
        StringBuilder lines = new StringBuilder();

        new RequestLines(Reports.passed().turns(4).build()).writeTo(lines);

        assertThat(lines.toString().lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains(",\"warmup\":false,\"turn\":2,\"outcome\":\"succeeded\","),
                        second -> assertThat(second).contains(",\"warmup\":false,\"turn\":1,\"outcome\":\"failed\","));
    }
}
