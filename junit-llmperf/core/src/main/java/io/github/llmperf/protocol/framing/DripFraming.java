package io.github.llmperf.protocol.framing;

import java.nio.charset.StandardCharsets;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Cuts one JSON object whose first field is a text that comes in pieces. Each read that completes characters of the text is
 * a frame: an object with that field and those characters alone. What stands behind the text is one more frame: an object
 * with the other fields, or with none. A half of a surrogate pair waits for its other half.
 *
 * <p>How many frames there are depends on how the network cuts the body, since nothing in it parts the pieces. Where the
 * text breaks off and an error object follows without the closing quote, the error is a frame as it stands.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class DripFraming implements Framing {

    private enum Place {
        BEFORE,
        OPENED,
        NAME,
        NAMED,
        TEXT,
        QUOTED,
        REST,
        BETWEEN,
        BROKEN
    }

    private final Sink sink;
    private final ByteLine name = new ByteLine();
    private final EscapedText text = new EscapedText();
    private final ByteLine rest = new ByteLine();
    private Place place = Place.BEFORE;
    private boolean afterBrace;
    private int depth;
    private boolean inString;
    private boolean escaped;

    /**
     * Returns a framing.
     *
     * @param sink where frames go
     */
    public DripFraming(Sink sink) {
        this.sink = sink;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            read(bytes[i]);
        }
        if (place == Place.TEXT) {
            tell(text.take());
        } else if (place == Place.QUOTED) {
            tell(text.takeAll());
        }
    }

    @Override
    public void end() {
        rest.clear();
    }

    private void read(byte b) {
        switch (place) {
            case BEFORE -> go(b == '{' ? Place.OPENED : isBlank(b) || b < 0 ? Place.BEFORE : Place.BROKEN);
            case OPENED -> go(b == '"' ? Place.NAME : isBlank(b) ? Place.OPENED : Place.BROKEN);
            case NAME -> readName(b);
            case NAMED -> go(b == '"' ? Place.TEXT : b == ':' || isBlank(b) ? Place.NAMED : Place.BROKEN);
            case TEXT -> readText(b);
            case QUOTED -> readQuoted(b);
            case REST -> readRest(b);
            case BETWEEN -> readBetween(b);
            case BROKEN -> {}
        }
    }

    private void readName(byte b) {
        if (b == '"') {
            go(Place.NAMED);
        } else {
            name.append(new byte[] {b}, 0, 1);
        }
    }

    private void readText(byte b) {
        if (b == '"' && !text.inEscape()) {
            go(Place.QUOTED);
        } else {
            text.add(b);
            afterBrace = b == '{';
        }
    }

    /** Behind a quote: it ended the text, unless it was that of an error object's first field. */
    private void readQuoted(byte b) {
        if (b == ',' || b == '}') {
            tell(text.takeAll());
            begin("{", false);
            if (b == '}') {
                readRest(b);
            }
        } else if (afterBrace && !isBlank(b)) {
            if (!text.isEmpty()) {
                text.dropLast();
            }
            tell(text.takeAll());
            begin("{\"", true);
            readRest(b);
        } else if (!isBlank(b)) {
            tell(text.takeAll());
            go(Place.BROKEN);
        }
    }

    private void begin(String opening, boolean withinString) {
        rest.clear();
        byte[] ascii = opening.getBytes(StandardCharsets.US_ASCII);
        rest.append(ascii, 0, ascii.length);
        depth = 1;
        inString = withinString;
        escaped = false;
        go(Place.REST);
    }

    private void readRest(byte b) {
        rest.append(new byte[] {b}, 0, 1);
        if (escaped) {
            escaped = false;
        } else if (inString) {
            escaped = b == '\\';
            inString = b != '"';
        } else if (b == '"') {
            inString = true;
        } else if (b == '{' || b == '[') {
            depth++;
        } else if (b == '}' || b == ']') {
            depth--;
        }
        if (depth == 0) {
            sink.frame(Frame.of(rest.text(), true));
            go(Place.BETWEEN);
        } else if (rest.size() > LONGEST) {
            go(Place.BROKEN);
        }
    }

    private void readBetween(byte b) {
        if (b == '{') {
            begin("{", false);
        }
    }

    private void tell(String piece) {
        if (!piece.isEmpty()) {
            sink.frame(Frame.of("{\"" + name.text() + "\":\"" + piece + "\"}", true));
        }
    }

    private void go(Place next) {
        if (next == Place.BROKEN) {
            sink.broken("a JSON text that came in pieces does not go on as one");
        }
        place = next;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }
}
