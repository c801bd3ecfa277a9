package io.github.llmperf.report.csv;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.measure.RequestLatencies;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.report.json.RequestLines;
import io.github.llmperf.report.model.Report;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes single requests as {@code requests.csv}: a line each, in the order of ending, with units in the header and
 * without any text of a prompt, an answer or a server. A field is empty where there is no such number.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class RequestsCsv {

    private static final List<String> HEADER = List.of(
            "index",
            "user",
            "phase",
            "turn",
            "outcome",
            "failure",
            "status",
            "scheduled [s]",
            "sent [s]",
            "first token [s]",
            "last token [s]",
            "end [s]",
            "ttft [ms]",
            "tpot [ms]",
            "e2e [ms]",
            "responseTime [ms]",
            "prompt [chars]",
            "promptTokens [tokens]",
            "maxNewTokens [tokens]",
            "outputTokens [tokens]",
            "answer [bytes]");

    private final Report report;
    private final RequestLatencies latencies;

    /** Takes the requests of a run. */
    public RequestsCsv(Report report) {
        this.report = report;
        latencies = RequestLatencies.of(report.plan());
    }

    /** Writes the file, one line at a time: a run may have a million requests. */
    public void writeTo(Appendable target) throws IOException {
        target.append(Csv.line(HEADER));
        for (RequestRecord request : report.run().records()) {
            target.append(Csv.line(fields(request)));
        }
    }

    private List<String> fields(RequestRecord request) {
        RequestTimestamps moments = request.moments();
        Failure failure = request.failure();
        return List.of(
                Integer.toString(request.index()),
                request.user() < 0 ? "" : Integer.toString(request.user()),
                request.phase().name().toLowerCase(Locale.ROOT),
                Integer.toString(request.turn()),
                RequestLines.outcome(request),
                failure == null ? "" : failure.kind().name(),
                request.status() == 0 ? "" : Integer.toString(request.status()),
                seconds(moments.scheduled()),
                seconds(moments.sent()),
                seconds(moments.firstToken()),
                seconds(moments.lastToken()),
                seconds(moments.end()),
                ofSuccess(request, latencies.ttft(request)),
                ofSuccess(request, latencies.tpot(request)),
                request.succeeded() ? Csv.number(latencies.e2e(request)) : "",
                Csv.number(latencies.responseTime(request)),
                Integer.toString(request.promptChars()),
                count(request.answer().promptTokens()),
                Integer.toString(request.maxNewTokens()),
                count(request.answer().outputTokens()),
                Long.toString(request.bytes()));
    }

    /** Latencies of failed requests are meaningless and in no metric. */
    private static String ofSuccess(RequestRecord request, OptionalDouble millis) {
        return request.succeeded() ? Csv.number(millis.orElse(Double.NaN)) : "";
    }

    private String seconds(long moment) {
        long started = report.run().times().started();
        return moment == RequestTimestamps.NEVER ? "" : Csv.number((moment - started) / 1e9);
    }

    private static String count(int known) {
        return known < 0 ? "" : Integer.toString(known);
    }
}
