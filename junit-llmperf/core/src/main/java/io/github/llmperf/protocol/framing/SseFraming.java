package io.github.llmperf.protocol.framing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Cuts a body into server-sent events, wherever the reads cut it. Lines end with CR, LF or CRLF; an event is complete
 * with the first byte that ends its blank line, so that it is never held back for the LF of a CRLF.
 *
 * <p>Beyond the WHATWG rules: the field {@code error} is kept, a line that starts with an opening brace counts as data, and
 * so do the lines after it that are no field (servers append bare JSON errors, some over many lines, some in an array);
 * a last event without its blank line is handed over, marked as such.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class SseFraming implements Framing {

    private static final byte[] DATA = ascii("data");
    private static final byte[] EVENT = ascii("event");
    private static final byte[] ERROR = ascii("error");

    private final int maxEventBytes;
    private final Sink sink;
    private final ByteLine line = new ByteLine();
    private final ByteLine data = new ByteLine();
    private final ByteLine error = new ByteLine();
    private String type = "";
    private boolean hasData;
    private boolean hasError;
    private boolean inBareJson;
    private boolean afterCr;
    private boolean atStart = true;
    private boolean stopped;

    /**
     * Returns a framing.
     *
     * @param sink where frames go
     */
    public SseFraming(Sink sink) {
        this(LONGEST, sink);
    }

    SseFraming(int maxEventBytes, Sink sink) {
        this.maxEventBytes = maxEventBytes;
        this.sink = sink;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        int start = offset;
        int end = offset + length;
        for (int i = offset; i < end && !stopped; i++) {
            byte b = bytes[i];
            boolean lfOfCrLf = b == '\n' && afterCr;
            afterCr = b == '\r';
            if (lfOfCrLf) {
                start = i + 1;
            } else if (b == '\n' || b == '\r') {
                endLine(bytes, start, i);
                start = i + 1;
            }
        }
        if (!stopped) {
            line.append(bytes, start, end);
            checkLength();
        }
    }

    @Override
    public void end() {
        if (!stopped && !line.isEmpty()) {
            endLine(line.array(), 0, 0);
        }
        if (!stopped) {
            dispatch(false);
        }
    }

    private void endLine(byte[] bytes, int from, int to) {
        if (line.isEmpty()) {
            readLine(bytes, from, to);
        } else {
            line.append(bytes, from, to);
            readLine(line.array(), 0, line.size());
            line.clear();
        }
        checkLength();
    }

    private void readLine(byte[] bytes, int lineFrom, int to) {
        int from = atStart ? afterBom(bytes, lineFrom, to) : lineFrom;
        atStart = false;
        if (from == to) {
            dispatch(true);
            return;
        }
        if (startsJson(bytes, from, to)) {
            inBareJson = true;
            hasData = add(data, hasData, bytes, from, to);
            return;
        }
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, to);
        if (value < to && bytes[value] == ' ') {
            value++;
        }
        if (isName(DATA, bytes, from, colon)) {
            hasData = add(data, hasData, bytes, value, to);
        } else if (isName(EVENT, bytes, from, colon)) {
            type = new String(bytes, value, to - value, StandardCharsets.UTF_8);
        } else if (isName(ERROR, bytes, from, colon)) {
            hasError = add(error, hasError, bytes, value, to);
        } else if (inBareJson) {
            hasData = add(data, hasData, bytes, from, to);
        }
    }

    /** An array only where it can be one of objects: {@code [DONE]} is none. */
    private static boolean startsJson(byte[] bytes, int from, int to) {
        return bytes[from] == '{' || (bytes[from] == '[' && (from + 1 == to || bytes[from + 1] == '{'));
    }

    private static boolean add(ByteLine lines, boolean more, byte[] bytes, int from, int to) {
        if (more) {
            lines.append('\n');
        }
        lines.append(bytes, from, to);
        return true;
    }

    private void dispatch(boolean terminated) {
        if (!data.isEmpty() || hasError) {
            sink.frame(new Frame(type, data.text(), error.text(), terminated));
        }
        data.clear();
        error.clear();
        type = "";
        hasData = false;
        hasError = false;
        inBareJson = false;
    }

    private void checkLength() {
        if (line.size() + data.size() + error.size() > maxEventBytes) {
            stopped = true;
            sink.broken("an event is longer than " + maxEventBytes + " bytes");
        }
    }

    private static int afterBom(byte[] bytes, int from, int to) {
        boolean bom = to - from >= 3
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF;
        return bom ? from + 3 : from;
    }

    private static boolean isName(byte[] name, byte[] bytes, int from, int to) {
        return Arrays.equals(name, 0, name.length, bytes, from, to);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
