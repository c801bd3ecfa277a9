package io.github.llmperf.simulator.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Map;

/**
 * The answering half of one request. Any thread may write; one does at a time. Clients of HTTP/1.0 know no chunks: their
 * answers end with the connection.
 */
final class Exchange {

    static final String JSON = "application/json";
    static final String CONTENT_TYPE = "content-type";

    private final Channel channel;
    private final boolean keepAlive;
    private final boolean chunked;
    private final ChannelFutureListener whenAnswered;
    private Runnable whenAbandoned = () -> {};

    Exchange(Channel channel, HttpVersion version, boolean keepAlive, ChannelFutureListener whenAnswered) {
        this.channel = channel;
        this.chunked = version.equals(HttpVersion.HTTP_1_1);
        this.keepAlive = keepAlive && chunked;
        this.whenAnswered = whenAnswered;
    }

    /** Says what to do when the client goes away before it has its answer. Called on the connection's thread. */
    void onAbandoned(Runnable action) {
        this.whenAbandoned = action;
    }

    /** The client has gone. Called on the connection's thread. */
    void abandoned() {
        whenAbandoned.run();
    }

    void respond(int status, String contentType, byte[] body) {
        respond(status, Map.of(CONTENT_TYPE, contentType), body);
    }

    void respond(int status, Map<String, String> headers, byte[] body) {
        respond(response(status, headers, body));
    }

    void refuseMethod(String allowed) {
        FullHttpResponse response = response(405, Map.of(CONTENT_TYPE, JSON), Json.bytes(g -> {
            g.writeStartObject();
            g.writeStringField("detail", "Method Not Allowed");
            g.writeEndObject();
        }));
        response.headers().set(HttpHeaderNames.ALLOW, allowed);
        respond(response);
    }

    private static FullHttpResponse response(int status, Map<String, String> headers, byte[] body) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
        headers.forEach(response.headers()::set);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        return response;
    }

    private void respond(FullHttpResponse response) {
        HttpUtil.setKeepAlive(response, keepAlive);
        finish(channel.writeAndFlush(response));
    }

    /** Begins an answer whose length is not known. */
    void begin(Map<String, String> headers) {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        headers.forEach(response.headers()::set);
        if (chunked) {
            response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        HttpUtil.setKeepAlive(response, keepAlive);
        push(response);
    }

    /** Sends more of it, as one chunk. */
    void send(byte[] bytes) {
        push(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)));
    }

    private void push(HttpObject part) {
        channel.writeAndFlush(part).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    /** Ends it. */
    void end() {
        finish(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }

    private void finish(ChannelFuture last) {
        last.addListener(keepAlive ? whenAnswered : ChannelFutureListener.CLOSE);
    }

    /** Sends half of something and closes the connection. */
    void cut(byte[] bytes) {
        channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes, 0, bytes.length / 2)))
                .addListener(ChannelFutureListener.CLOSE);
    }

    /** Announces a whole answer, sends half of it and closes the connection. */
    void cutWhole(Map<String, String> headers, byte[] body) {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        headers.forEach(response.headers()::set);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        push(response);
        cut(body);
    }
}
