package io.github.llmperf.report.svg;

import io.github.llmperf.report.text.NameBreaks;
import io.github.llmperf.report.text.VisibleText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Writes HTML and SVG element by element. All text and every attribute is escaped; elements are always closed. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Markup {

    /** A system property, without the punctuation behind it; its value may be in quotes. */
    private static final Pattern OPTION =
            Pattern.compile("(?<![^\\s(])-D(?:[^\\s,;\"]|\"[^\"]*\")+(?<![.:)])(?=[,;.:)]*(?:\\s|$))");

    /** As many characters of code as a phone is wide: longer ones may break. */
    private static final int MOST_IN_ONE_LINE = 46;

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element; attributes are names and values in turn. */
    public Markup open(String tag, String... attributes) {
        start(tag, attributes).append('>');
        open.push(tag);
        return this;
    }

    /** Closes the element opened last. */
    public Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Adds an element without content, such as a path or a line break. */
    public Markup empty(String tag, String... attributes) {
        start(tag, attributes).append("/>");
        return this;
    }

    /** Adds an element that holds text only. */
    public Markup element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Adds text of any origin. */
    public Markup text(String text) {
        out.append(escape(VisibleText.text(text)));
        return this;
    }

    /** Adds a name of any origin, which breaks between its words where there is no room for it. */
    public Markup name(String name) {
        String before = "";
        for (String piece : NameBreaks.pieces(VisibleText.text(name))) {
            out.append(before).append(escape(piece));
            before = "<wbr/>";
        }
        return this;
    }

    /** Adds a sentence of any origin in which options are code, to be read and copied. */
    public Markup prose(String sentence) {
        return prose(sentence, List.of(), List.of("class", "long"));
    }

    /**
     * Does the same for a page that has no style sheet of its own.
     *
     * @param whole attributes of options that stay in one piece
     * @param breaking attributes of longer ones
     */
    public Markup prose(String sentence, List<String> whole, List<String> breaking) {
        String shown = VisibleText.text(sentence);
        Matcher options = OPTION.matcher(shown);
        int from = 0;
        while (options.find()) {
            out.append(escape(shown.substring(from, options.start())));
            String option = options.group();
            List<String> attributes = option.length() <= MOST_IN_ONE_LINE ? whole : breaking;
            start("code", attributes.toArray(String[]::new))
                    .append('>')
                    .append(escape(option))
                    .append("</code>");
            from = options.end();
        }
        out.append(escape(shown.substring(from)));
        return this;
    }

    /** Adds a complete document part written by this class. */
    public Markup add(Markup part) {
        out.append(part);
        return this;
    }

    /** Adds a line break in the source, for readers of it. */
    public Markup line() {
        out.append('\n');
        return this;
    }

    /** Adds a style sheet of our own; style sheets know no escapes. */
    public Markup style(String sheet) {
        out.append("<style>").append(sheet).append("</style>");
        return this;
    }

    private StringBuilder start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escape(VisibleText.text(attributes[i + 1], 100_000)))
                    .append('"');
        }
        return out;
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Returns what was written. */
    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("elements must be closed, but these are open: " + open);
        }
        return out.toString();
    }
}
