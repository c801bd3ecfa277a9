package io.github.llmperf.protocol.kit;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Finds what is new in a text that a server sends whole again with each event. Servers that decode token by token end
 * such a text with U+FFFD while a character is incomplete, so these are held back until they have become something else;
 * where an earlier part changed, what differs counts as new.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class CumulativeText {

    private static final char REPLACEMENT = '\uFFFD';

    private String known;

    /**
     * Returns a text of which a part is known.
     *
     * @param known what is not new, such as a prompt that the server repeats; empty for none
     */
    public CumulativeText(String known) {
        this.known = known;
    }

    /**
     * Takes the text so far.
     *
     * @param text all of it
     * @return what was not there before
     */
    public String delta(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == REPLACEMENT) {
            end--;
        }
        int same = 0;
        int most = Math.min(known.length(), end);
        while (same < most && known.charAt(same) == text.charAt(same)) {
            same++;
        }
        if (end <= known.length() && same == end) {
            return "";
        }
        known = text.substring(0, end);
        return known.substring(same);
    }

    /**
     * Takes the last text: what was held back is output after all.
     *
     * @param text all of it
     * @return what was not there before
     */
    public String last(String text) {
        String delta = delta(text);
        int held = text.length() - known.length();
        if (held <= 0 || !text.startsWith(known)) {
            return delta;
        }
        known = text;
        return delta + text.substring(text.length() - held);
    }
}
