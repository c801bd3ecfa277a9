package io.github.llmperf.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocket;

/** A server on a loopback socket that does byte for byte what a test says. */
final class ScriptedServer implements AutoCloseable {

    /** What is done with one connection; it is closed afterwards. */
    @FunctionalInterface
    interface Script {
        void serve(ServedConnection connection) throws IOException, InterruptedException;
    }

    private static final long PATIENCE_MILLIS = 10_000;

    private final ServerSocket listening;
    private final String scheme;
    private final Script script;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final Thread accepting;

    ScriptedServer(Script script) {
        this(ServerSocketFactory.getDefault(), socket -> {}, script);
    }

    /** A server over TLS, where the factory makes such sockets. */
    ScriptedServer(ServerSocketFactory sockets, Consumer<ServerSocket> setUp, Script script) {
        this.script = script;
        try {
            listening = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        scheme = listening instanceof SSLServerSocket ? "https" : "http";
        setUp.accept(listening);
        accepting = start(this::accept);
    }

    String url() {
        return scheme + "://127.0.0.1:" + port();
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Heads and bodies as they came. */
    List<String> requests() {
        return requests;
    }

    int connections() {
        return connections.get();
    }

    @Override
    public void close() {
        closeQuietly(listening);
        awaitDeafness();
        open.forEach(ScriptedServer::closeQuietly);
        threads.forEach(Thread::interrupt);
    }

    /** A thread that waits in accept may still take one connection after the socket was closed. */
    private void awaitDeafness() {
        try {
            accepting.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                connections.incrementAndGet();
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed by the test's end
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            script.serve(new ServedConnection(socket, requests));
        } catch (IOException e) {
            // the client went away, as many tests want it to
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread start(Runnable work) {
        Thread thread = new Thread(work, "scripted-server");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
