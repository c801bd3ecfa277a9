package io.github.llmperf.protocol.kit;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Finds what is new in the events of a server that sends, as it was started, either all of the text with each event or
 * only what is new. Nothing on the wire says which, so this goes by whether each text begins with the one before, and by
 * signs such as counts of tokens. Until that is certain the likelier reading is told, and corrected when it was wrong:
 * pieces such as {@code "1"}, {@code "10"} look like a text that grows. A blank that grows tells nothing: words begin with
 * one.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class TextSoFar {

    private static final char REPLACEMENT = '\uFFFD';
    private static final int CERTAIN_GROWTHS = 3;
    private static final int CERTAIN_CHARS = 32;

    /** How a text of an event may be meant. */
    public enum Shape {
        /** As all of the text so far. */
        WHOLE,
        /** As what is new. */
        NEW,
        /** One or the other. */
        UNKNOWN
    }

    private final Shape usual;
    private final CumulativeText whole = new CumulativeText("");
    private final StringBuilder sum = new StringBuilder();
    private String before = "";
    private int growths;
    private Shape shape;
    private boolean certain;

    private TextSoFar(Shape usual, boolean certain) {
        this.usual = usual;
        this.shape = usual;
        this.certain = certain;
    }

    /**
     * Returns a text of which it has to be found out.
     *
     * @param usual what it is where nothing tells
     * @return nothing so far
     */
    public static TextSoFar usually(Shape usual) {
        return new TextSoFar(usual, false);
    }

    /**
     * Returns a text of which it is known.
     *
     * @param shape how each event is meant
     * @return nothing so far
     */
    public static TextSoFar always(Shape shape) {
        return new TextSoFar(shape, true);
    }

    /**
     * Takes the text of an event.
     *
     * @param text as sent
     * @param sign what else in the event tells how it is meant; it does not outweigh the text
     * @param last whether no more text follows, so that nothing is to be held back
     * @param choice which answer, from 0
     * @param answer is added to
     */
    public void add(String text, Shape sign, boolean last, int choice, AnswerBuilder answer) {
        if (!certain) {
            judge(text, sign, choice, answer);
        }
        answer.text(choice, delta(text, last));
        if (!certain) {
            sum.append(text);
            before = text;
        }
    }

    /** As long as it may yet turn out to be whole, it is followed as such. */
    private String delta(String text, boolean last) {
        if (shape == Shape.NEW && certain) {
            return text;
        }
        String delta = last ? whole.last(text) : whole.delta(text);
        return shape == Shape.NEW ? text : delta;
    }

    private void judge(String text, Shape sign, int choice, AnswerBuilder answer) {
        String known = withoutHeldBack(before);
        if (known.isEmpty()) {
            return;
        }
        Shape was = shape;
        if (!text.startsWith(known)) {
            shape = Shape.NEW;
            certain = true;
        } else if (text.length() > known.length() && !text.equals(before) && tells(known)) {
            growths++;
            certain = sign == Shape.WHOLE || growths >= CERTAIN_GROWTHS || known.length() >= CERTAIN_CHARS;
            shape = sign == Shape.NEW && growths == 1 && !certain ? Shape.NEW : Shape.WHOLE;
        } else {
            certain = sign == Shape.WHOLE;
            shape = growths > 0 && !certain ? shape : sign == Shape.UNKNOWN ? usual : sign;
        }
        if (shape != was) {
            answer.correct(choice, shape == Shape.NEW ? sum.toString() : known);
        }
        if (certain) {
            sum.setLength(0);
        }
    }

    private static boolean tells(String known) {
        return !known.isBlank() || known.length() >= CERTAIN_CHARS;
    }

    private static String withoutHeldBack(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == REPLACEMENT) {
            end--;
        }
        return text.substring(0, end);
    }
}
