package io.github.llmperf.simulator.http;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/** Sends each request to what serves its path. */
final class Router {

    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final ServedModel model;
    private final Completions completions;
    private final ServingMetrics metrics;
    private final long createdSeconds;

    Router(ServedModel model, Completions completions, ServingMetrics metrics, InstantSource calendar) {
        this.model = model;
        this.completions = completions;
        this.metrics = metrics;
        this.createdSeconds = calendar.instant().getEpochSecond();
    }

    void route(FullHttpRequest request, Exchange exchange) {
        String path = new QueryStringDecoder(request.uri()).path();
        for (Route route : Route.values()) {
            if (route.path().equals(path)) {
                serve(route, request, exchange);
                return;
            }
        }
        exchange.respond(404, Exchange.JSON, Json.bytes(g -> {
            g.writeStartObject();
            g.writeStringField("detail", "Not Found");
            g.writeEndObject();
        }));
    }

    private void serve(Route route, FullHttpRequest request, Exchange exchange) {
        if (route.needsKey() && !model.admits(request.headers().get(HttpHeaderNames.AUTHORIZATION))) {
            exchange.respond(401, Exchange.JSON, Json.bytes(g -> {
                g.writeStartObject();
                g.writeStringField("error", "Unauthorized");
                g.writeEndObject();
            }));
            return;
        }
        if (!route.method().equals(request.method().name())) {
            exchange.refuseMethod(route.method());
            return;
        }
        switch (route) {
            case CHAT, COMPLETIONS -> complete(route, request, exchange);
            case MODELS -> exchange.respond(200, Exchange.JSON, models());
            case METRICS ->
                exchange.respond(200, METRICS_TYPE, metrics.text(model.name()).getBytes(StandardCharsets.UTF_8));
            case HEALTH -> exchange.respond(200, Exchange.JSON, new byte[0]);
        }
    }

    private void complete(Route route, FullHttpRequest request, Exchange exchange) {
        byte[] body = new byte[request.content().readableBytes()];
        request.content().getBytes(request.content().readerIndex(), body);
        try {
            completions.serve(route, body, exchange);
        } catch (Refusal refusal) {
            exchange.refuse(refusal);
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
