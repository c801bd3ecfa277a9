package io.github.llmperf.simulator.http;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One connection: answers its requests one after the other, and notices when the client goes away. */
final class ConnectionHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private final Router router;
    private final Deque<FullHttpRequest> pipelined = new ArrayDeque<>();
    private @Nullable Exchange current;

    ConnectionHandler(Router router) {
        this.router = router;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (current == null) {
            answer(context, request);
        } else {
            pipelined.addLast(request.retain());
        }
    }

    private void answer(ChannelHandlerContext context, FullHttpRequest request) {
        ChannelFutureListener next = written -> answerNext(context, written);
        boolean broken = request.decoderResult().isFailure();
        boolean keepAlive = HttpUtil.isKeepAlive(request) && !broken;
        current = new Exchange(context.channel(), request.protocolVersion(), keepAlive, next);
        if (broken) {
            OpenAiFace.CHAT.refuse(Refusal.badRequest(null, "Invalid HTTP request received."), current);
        } else {
            router.route(request, current);
        }
    }

    private void answerNext(ChannelHandlerContext context, ChannelFuture written) {
        current = null;
        FullHttpRequest next = written.isSuccess() ? pipelined.pollFirst() : null;
        if (next != null) {
            try {
                answer(context, next);
            } finally {
                next.release();
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (current != null) {
            current.abandoned();
        }
        pipelined.forEach(FullHttpRequest::release);
        pipelined.clear();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A reset connection; the client is gone, and closing tells the engine.
        context.close();
    }
}
