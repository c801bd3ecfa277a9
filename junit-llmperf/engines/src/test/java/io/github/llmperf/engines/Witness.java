package io.github.llmperf.engines;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a stream of chat events with nothing of this library, so that what the library says of an engine can be told from
 * what the engine does: a mock whose timers are late is late for everybody.
 */
final class Witness {

    private static final String CONTENT = "\"delta\":{\"content\":";
    private static final String END = "data: [DONE]";

    private Witness() {}

    /** Tokens per second between the first event with content and the last, each event being one token. */
    static double tokenRate(int port, String prompt) throws IOException {
        List<Long> arrivals = new ArrayList<>();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(request(prompt));
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            // aimock keeps the connection open though it is asked not to.
            for (String line = in.readLine(); line != null && !line.contains(END); line = in.readLine()) {
                if (line.contains(CONTENT)) {
                    arrivals.add(System.nanoTime());
                }
            }
        }
        long span = arrivals.get(arrivals.size() - 1) - arrivals.get(0);
        return (arrivals.size() - 1) * 1e9 / span;
    }

    private static byte[] request(String prompt) {
        String body =
                "{\"model\":\"any\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt + "\"}]}";
        String head = "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n";
        return (head + body).getBytes(UTF_8);
    }
}
