package io.github.llmperf.rehearsal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes TLS off connections and hands them on to a server without it. Two threads each: it is only rehearsed with. */
final class TlsFront implements AutoCloseable {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int BACKLOG = 256;
    private static final int BUFFER_BYTES = 8 << 10;
    private static final long STACK_BYTES = 256 * 1024;

    private final ServerSocket acceptor;
    private final int behind;
    private final String pem;
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    private TlsFront(ServerSocket acceptor, int behind, String pem) {
        this.acceptor = acceptor;
        this.behind = behind;
        this.pem = pem;
    }

    static TlsFront start(int behind) throws IOException {
        try {
            SelfSigned own = SelfSigned.at(Instant.now());
            ServerSocket acceptor = own.context()
                    .getServerSocketFactory()
                    .createServerSocket(0, BACKLOG, InetAddress.getByAddress(LOOPBACK));
            TlsFront front = new TlsFront(acceptor, behind, own.pem());
            daemon(front::accept);
            return front;
        } catch (GeneralSecurityException e) {
            throw new IOException("this Java makes no certificate: " + e.getMessage(), e);
        }
    }

    String url() {
        return "https://127.0.0.1:" + acceptor.getLocalPort();
    }

    /** The only certificate that its clients need to trust. */
    String pem() {
        return pem;
    }

    @Override
    public void close() throws IOException {
        acceptor.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (!acceptor.isClosed()) {
                Socket client = acceptor.accept();
                open.add(client);
                Socket server = new Socket(InetAddress.getByAddress(LOOPBACK), behind);
                open.add(server);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                daemon(() -> pump(client, server));
                daemon(() -> pump(server, client));
            }
        } catch (IOException e) {
            // Closed: there is nobody left to serve.
        }
    }

    private static void pump(Socket from, Socket to) {
        byte[] bytes = new byte[BUFFER_BYTES];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                out.write(bytes, 0, count);
            }
        } catch (IOException e) {
            // One of the two has gone, and so does the other.
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(null, work, "llmperf-tls-front", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }
}
