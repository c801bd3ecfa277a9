package io.github.llmperf.protocol.djl;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.kit.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the first field of a stream whether it is one JSON text that comes in pieces, an error, or lines. A text that
 * begins and ends in one read was not streamed: when its characters were made nobody can tell.
 */
final class OpeningReader implements AnswerReader {

    private static final int LONGEST_OPENING = 256;
    private static final String DRIPPED = "generated_text";
    private static final Set<String> OF_ERRORS = Set.of("code", "error", "message", "type", "detail");
    private static final Pattern FIRST_FIELD =
            Pattern.compile("[\\sï»¿]*\\{\\s*\"(?<name>[^\"]*)\"\\s*:\\s*(?<value>\\S).*", Pattern.DOTALL);
    private static final Pattern NO_OBJECT = Pattern.compile("[\\sï»¿]*[^\\s{ï»¿].*", Pattern.DOTALL);

    private final RequestContext asked;
    private final AnswerHead head;
    private final Consumer<StreamEvent> events;
    private final ByteArrayOutputStream opening = new ByteArrayOutputStream();
    private @Nullable AnswerReader chosen;

    OpeningReader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        this.asked = asked;
        this.head = head;
        this.events = events;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        if (chosen != null) {
            chosen.feed(bytes, offset, length);
            return;
        }
        opening.write(bytes, offset, length);
        AnswerReader reader = choose();
        if (reader != null) {
            open(reader);
        }
    }

    @Override
    public AnswerResult end(BodyEnd how) {
        AnswerReader reader = chosen == null ? open(DjlAnswers.lines(asked, head, events)) : chosen;
        return reader.end(how);
    }

    private AnswerReader open(AnswerReader reader) {
        chosen = reader;
        reader.feed(opening.toByteArray(), 0, opening.size());
        opening.reset();
        return reader;
    }

    /** Bytes are looked at as Latin-1, in which the three of a byte order mark are three letters. */
    private @Nullable AnswerReader choose() {
        String start = opening.toString(StandardCharsets.ISO_8859_1);
        String seen = start.substring(0, Math.min(start.length(), LONGEST_OPENING));
        Matcher first = FIRST_FIELD.matcher(seen);
        if (first.matches()) {
            return byField(first.group("name"), first.group("value"));
        }
        boolean undecided =
                start.length() < LONGEST_OPENING && !NO_OBJECT.matcher(seen).matches();
        return undecided ? null : DjlAnswers.lines(asked, head, events);
    }

    private AnswerReader byField(String name, String value) {
        if (name.equals(DRIPPED)) {
            boolean drips = value.equals("\"") && !isComplete();
            return drips ? DjlAnswers.drip(asked, head, events) : DjlAnswers.whole(asked, head, events);
        }
        boolean isError = OF_ERRORS.contains(name) && head.contentType().equals("application/json");
        return isError ? DjlAnswers.whole(asked, head, events) : DjlAnswers.lines(asked, head, events);
    }

    private boolean isComplete() {
        JsonNode value = Json.parse(opening.toString(StandardCharsets.UTF_8));
        return value != null && value.isObject();
    }
}
