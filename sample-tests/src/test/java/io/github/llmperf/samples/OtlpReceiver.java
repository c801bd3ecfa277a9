package io.github.llmperf.samples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** Takes metrics as an OpenTelemetry collector does, and keeps them. */
final class OtlpReceiver implements AutoCloseable {

    private final List<ExportMetricsServiceRequest> received = new CopyOnWriteArrayList<>();
    private final HttpServer http;
    private final int status;

    OtlpReceiver(int status) throws IOException {
        this.status = status;
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/v1/metrics", this::take);
        http.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    List<ExportMetricsServiceRequest> received() {
        return received;
    }

    @Override
    public void close() {
        http.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        try (exchange;
                InputStream body =
                        zipped ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody()) {
            received.add(ExportMetricsServiceRequest.parseFrom(body));
            exchange.sendResponseHeaders(status, -1);
        }
    }
}
