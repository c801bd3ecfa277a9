package io.github.llmperf.simulator.http;

import java.nio.charset.StandardCharsets;

/** Events as server-sent events frame them. */
final class Sse {

    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.UTF_8);

    private Sse() {}

    static byte[] event(byte[] data) {
        byte[] event = new byte[DATA.length + data.length + 2];
        System.arraycopy(DATA, 0, event, 0, DATA.length);
        System.arraycopy(data, 0, event, DATA.length, data.length);
        event[event.length - 2] = '\n';
        event[event.length - 1] = '\n';
        return event;
    }
}
