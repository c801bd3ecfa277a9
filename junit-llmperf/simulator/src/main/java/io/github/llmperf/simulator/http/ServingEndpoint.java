package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.engine.Engine;
import io.github.llmperf.simulator.fault.Faults;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** An engine served on a port of this machine: one thread for the engine, one for all connections. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ServingEndpoint implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final int MAX_BODY_BYTES = 64 << 20;
    private static final int BACKLOG = 1024;

    private final EventLoopGroup threads;
    private final ChannelGroup channels;
    private final ServingMetrics metrics = new ServingMetrics();
    private final EngineLoop loop;
    private final Profiling profiling = new Profiling();
    private final Completions completions;
    private final int port;

    /**
     * Opens the port and starts to serve.
     *
     * @param wantedPort 0 to have a free one chosen
     * @param engine what computes it; used by this endpoint only from now on
     * @throws UncheckedIOException if the port cannot be opened
     */
    public ServingEndpoint(int wantedPort, ServedModel model, Engine engine, Faults faults, LoopClock clock) {
        this.threads = new NioEventLoopGroup(1, new DefaultThreadFactory("llmperf-simulator-http", true));
        this.channels = new DefaultChannelGroup(threads.next(), true);
        this.loop =
                new EngineLoop(engine, clock, metrics, () -> channels.close().awaitUninterruptibly());
        InstantSource calendar = InstantSource.system();
        this.completions = new Completions(model, faults, loop, calendar);
        this.port = open(wantedPort, new Router(model, completions, metrics, profiling, calendar));
        loop.start();
    }

    private int open(int wantedPort, Router router) {
        ChannelFuture bound = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channels.add(channel);
                        channel.pipeline()
                                .addLast(
                                        new HttpServerCodec(),
                                        new HttpObjectAggregator(MAX_BODY_BYTES),
                                        new ConnectionHandler(router));
                    }
                })
                .bind(HOST, wantedPort)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
            throw new UncheckedIOException(
                    "port must be free, but " + wantedPort + " cannot be opened; 0 has a free one chosen",
                    new IOException(bound.cause()));
        }
        Channel server = bound.channel();
        channels.add(server);
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    /**
     * Returns where it is served.
     *
     * @return base url without a path
     */
    public String url() {
        return "http://" + HOST + ":" + port;
    }

    /**
     * Stretches all times of the engine that have not begun yet.
     *
     * @param factor above 0; 2 is half the speed
     */
    public void slowFactor(double factor) {
        loop.slowFactor(factor);
    }

    /** Changes what goes wrong, from the next request on. */
    public void faults(Faults faults) {
        completions.faults(faults);
    }

    /**
     * Returns how many requests are being computed.
     *
     * @return 0 or more
     */
    public int running() {
        return metrics.running();
    }

    /**
     * Returns how many requests have been taken in and not begun.
     *
     * @return 0 or more
     */
    public int waiting() {
        return metrics.waiting();
    }

    /**
     * Returns whether clients have started a profile and not stopped it.
     *
     * @return true from {@code /start_profile} to {@code /stop_profile}
     */
    public boolean isProfiling() {
        return profiling.isRunning();
    }

    /**
     * Returns how many profiles clients have started.
     *
     * @return 0 or more
     */
    public int profiles() {
        return profiling.profiles();
    }

    /** Closes the port and all connections and ends both threads. Answers under way are cut. */
    @Override
    public void close() {
        loop.close();
        try {
            threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
        } catch (InterruptedException e) {
            // The threads have been told to end and do so without us.
            Thread.currentThread().interrupt();
        }
    }
}
