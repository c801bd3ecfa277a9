package io.github.llmperf.simulator.http;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Sends each request to what serves its path. */
final class Router {

    /** That of the simulation, which rises when it answers in other times than before. */
    private static final byte[] VERSION = Json.bytes(g -> {
        g.writeStartObject();
        g.writeStringField("version", "0.1");
        g.writeEndObject();
    });

    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final ServedModel model;
    private final Completions completions;
    private final ServingMetrics metrics;
    private final Profiling profiling;
    private final long createdSeconds;

    Router(
            ServedModel model,
            Completions completions,
            ServingMetrics metrics,
            Profiling profiling,
            InstantSource calendar) {
        this.model = model;
        this.completions = completions;
        this.metrics = metrics;
        this.profiling = profiling;
        this.createdSeconds = calendar.instant().getEpochSecond();
    }

    void route(FullHttpRequest request, Exchange exchange) {
        String path = new QueryStringDecoder(request.uri()).path();
        Optional<Route> route = Route.of(path);
        if (route.isPresent()) {
            serve(route.get(), path, request, exchange);
            return;
        }
        exchange.respond(404, Exchange.JSON, Json.bytes(g -> {
            g.writeStartObject();
            g.writeStringField("detail", "Not Found");
            g.writeEndObject();
        }));
    }

    private void serve(Route route, String path, FullHttpRequest request, Exchange exchange) {
        if (route.needsKey() && !model.admits(request.headers().get(HttpHeaderNames.AUTHORIZATION))) {
            refuseKey(route, exchange);
            return;
        }
        if (!route.method().equals(request.method().name())) {
            exchange.refuseMethod(route.method());
            return;
        }
        Optional<Face> face = route.face(path);
        if (face.isPresent()) {
            completions.serve(face.get(), body(request), exchange);
        } else {
            tell(route, exchange);
        }
    }

    private static void refuseKey(Route route, Exchange exchange) {
        if (route.isOfTgi()) {
            // Nothing but the status.
            exchange.respond(401, Map.of(), new byte[0]);
            return;
        }
        exchange.respond(401, Exchange.JSON, Json.bytes(g -> {
            g.writeStartObject();
            g.writeStringField("error", "Unauthorized");
            g.writeEndObject();
        }));
    }

    private static byte[] body(FullHttpRequest request) {
        byte[] body = new byte[request.content().readableBytes()];
        request.content().getBytes(request.content().readerIndex(), body);
        return body;
    }

    private void tell(Route route, Exchange exchange) {
        switch (route) {
            case MODELS -> exchange.respond(200, Exchange.JSON, models());
            case VERSION -> exchange.respond(200, Exchange.JSON, VERSION);
            case METRICS ->
                exchange.respond(200, METRICS_TYPE, metrics.text(model.name()).getBytes(StandardCharsets.UTF_8));
            case START_PROFILE -> {
                profiling.start();
                exchange.respond(200, Map.of(), new byte[0]);
            }
            case STOP_PROFILE -> {
                profiling.stop();
                exchange.respond(200, Map.of(), new byte[0]);
            }
            default -> exchange.respond(200, Exchange.JSON, new byte[0]);
        }
    }

    private byte[] models() {
        return Json.bytes(g -> {
            g.writeStartObject();
            g.writeStringField("object", "list");
            g.writeArrayFieldStart("data");
            g.writeStartObject();
            g.writeStringField("id", model.name());
            g.writeStringField("object", "model");
            g.writeNumberField("created", createdSeconds);
            g.writeStringField("owned_by", "llmperf-simulator");
            g.writeStringField("root", model.name());
            g.writeNullField("parent");
            g.writeNumberField("max_model_len", model.maxModelLen());
            g.writeEndObject();
            g.writeEndArray();
            g.writeEndObject();
        });
    }
}
