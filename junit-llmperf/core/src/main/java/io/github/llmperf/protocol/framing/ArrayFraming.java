package io.github.llmperf.protocol.framing;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Cuts a JSON array into its elements, each complete with its closing bracket, and a body of values one after the other
 * likewise. Strings are respected; whether an element is good JSON is for its reader to find out.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class ArrayFraming implements Framing {

    private final int longest;
    private final Sink sink;
    private final ByteLine element = new ByteLine();
    private int depth;
    private boolean inArray;
    private boolean inString;
    private boolean escaped;
    private boolean stopped;

    /**
     * Returns a framing.
     *
     * @param sink where frames go
     */
    public ArrayFraming(Sink sink) {
        this(LONGEST, sink);
    }

    ArrayFraming(int longest, Sink sink) {
        this.longest = longest;
        this.sink = sink;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        int start = offset;
        int end = offset + length;
        for (int i = offset; i < end && !stopped; i++) {
            byte b = bytes[i];
            if (inString) {
                readString(b);
            } else if (depth == 0 && isBetween(b)) {
                append(bytes, start, i);
                flush(true);
                start = i + 1;
            } else if (readStructure(b)) {
                append(bytes, start, i + 1);
                flush(true);
                start = i + 1;
            }
        }
        append(bytes, start, end);
    }

    @Override
    public void end() {
        flush(false);
    }

    private void readString(byte b) {
        if (escaped) {
            escaped = false;
        } else if (b == '\\') {
            escaped = true;
        } else if (b == '"') {
            inString = false;
        }
    }

    /** Returns whether this byte completes an element. */
    private boolean readStructure(byte b) {
        if (b == '"') {
            inString = true;
        } else if (b == '{' || b == '[') {
            depth++;
        } else if (b == '}' || b == ']') {
            depth = Math.max(0, depth - 1);
            return depth == 0;
        }
        return false;
    }

    /** What stands between elements: the brackets of the array itself, commas, blanks. */
    private boolean isBetween(byte b) {
        if (b == '[' && !inArray) {
            inArray = true;
            return true;
        }
        return b == ',' || b == ']' || b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    private void flush(boolean terminated) {
        String text = element.text().strip();
        element.clear();
        if (!text.isEmpty()) {
            sink.frame(Frame.of(text, terminated));
        }
    }

    private void append(byte[] bytes, int from, int to) {
        if (stopped) {
            return;
        }
        element.append(bytes, from, to);
        if (element.size() > longest) {
            stopped = true;
            element.clear();
            sink.broken("an element is longer than " + longest + " bytes");
        }
    }
}
