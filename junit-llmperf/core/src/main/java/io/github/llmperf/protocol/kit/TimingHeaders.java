package io.github.llmperf.protocol.kit;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.kit.TimingProfile.Header;
import io.github.llmperf.protocol.kit.TimingProfile.Includes;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Times and counts that servers state in the headers of their answers, nearly always of those that are not streamed. */
@API(status = Status.INTERNAL, since = "0.1")
public final class TimingHeaders {

    private static final int UNKNOWN = -1;

    private TimingHeaders() {}

    /** Returns what headers can tell, for the capabilities of a dialect. */
    public static Metric[] metrics() {
        return new Metric[] {
            Metric.SERVER_QUEUE,
            Metric.SERVER_VALIDATION,
            Metric.SERVER_PREFILL,
            Metric.SERVER_DECODE,
            Metric.SERVER_INFERENCE,
            Metric.SERVER_TOTAL,
            Metric.SERVER_TTFT,
            Metric.SERVER_TPOT,
            Metric.SERVER_TIME_PER_TOKEN
        };
    }

    static void read(AnswerHead head, AnswerBuilder answer) {
        TimingProfile.of(head.headers().keySet()).ifPresent(profile -> {
            answer.times().checkAgainst(profile);
            profile.headers().forEach(header -> read(header, head, answer));
        });
    }

    private static void read(Header header, AnswerHead head, AnswerBuilder answer) {
        OptionalDouble number = AnswerHead.number(head.header(header.name()));
        if (number.isEmpty()) {
            return;
        }
        double value = number.getAsDouble() * header.unit();
        ServerTimes times = answer.times();
        switch (header.role()) {
            case QUEUE -> times.put(Metric.SERVER_QUEUE, value);
            case VALIDATION -> times.put(Metric.SERVER_VALIDATION, value);
            case PREFILL -> times.put(Metric.SERVER_PREFILL, value);
            case DECODE -> times.put(Metric.SERVER_DECODE, value);
            case INFERENCE -> times.put(Metric.SERVER_INFERENCE, value);
            case TOTAL -> times.putFirst(Metric.SERVER_TOTAL, value);
            case TIME_TO_FIRST_TOKEN ->
                times.firstToken(value, header.includes().contains(Includes.QUEUE));
            case TIME_PER_TOKEN -> times.perToken(value, header.includes().contains(Includes.FIRST_TOKEN));
            case PROMPT_TOKENS -> answer.usage(count(value), UNKNOWN, UNKNOWN);
            case OUTPUT_TOKENS -> answer.usage(UNKNOWN, count(value), UNKNOWN);
            case CACHED_TOKENS -> answer.usage(UNKNOWN, UNKNOWN, count(value));
        }
    }

    private static int count(double value) {
        return value == Math.rint(value) && value <= Integer.MAX_VALUE ? (int) value : UNKNOWN;
    }
}
