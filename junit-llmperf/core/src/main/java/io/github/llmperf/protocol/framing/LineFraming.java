package io.github.llmperf.protocol.framing;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Cuts a body into lines: JSON lines, ended by LF, CR, CRLF or NUL, whichever comes. Blank lines are skipped. A body
 * whose first line is an opening bracket alone is one pretty-printed value instead, as gateways write their errors.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class LineFraming implements Framing {

    private final int longest;
    private final Sink sink;
    private final ByteLine line = new ByteLine();
    private boolean atStart = true;
    private boolean oneValue;
    private boolean stopped;

    /**
     * Returns a framing.
     *
     * @param sink where frames go
     */
    public LineFraming(Sink sink) {
        this(LONGEST, sink);
    }

    LineFraming(int longest, Sink sink) {
        this.longest = longest;
        this.sink = sink;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        int start = offset;
        int end = offset + length;
        for (int i = offset; i < end && !oneValue && !stopped; i++) {
            if (endsLine(bytes[i])) {
                append(bytes, start, i);
                endLine(bytes[i]);
                start = i + 1;
            }
        }
        append(bytes, start, end);
    }

    @Override
    public void end() {
        String text = line.text().strip();
        if (!text.isEmpty()) {
            sink.frame(Frame.of(text, false));
        }
        line.clear();
    }

    private void endLine(byte end) {
        String text = line.text().strip();
        if (text.isEmpty()) {
            line.clear();
            return;
        }
        if (atStart && (text.equals("{") || text.equals("["))) {
            oneValue = true;
            line.append((char) end);
        } else {
            line.clear();
            sink.frame(Frame.of(text, true));
        }
        atStart = false;
    }

    private void append(byte[] bytes, int from, int to) {
        if (stopped) {
            return;
        }
        line.append(bytes, from, to);
        if (line.size() > longest) {
            stopped = true;
            line.clear();
            sink.broken("a line is longer than " + longest + " bytes");
        }
    }

    private static boolean endsLine(byte b) {
        return b == '\n' || b == '\r' || b == 0;
    }
}
