package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error that a server wrote straight behind what it was writing, whole or not, when its engine failed. Inside a JSON
 * string no such beginning can stand, since its quotes would be escaped.
 */
final class AppendedError {

    private static final Pattern BEGINNING = Pattern.compile("\\{\\s{0,8}\"(code|error)\"\\s{0,8}:");

    /** An error holds few objects that begin alike, so only the last beginnings are tried. */
    private static final int TRIED = 4;

    private AppendedError() {}

    /**
     * Splits a text that is no JSON value.
     *
     * @return the value before the error when it is whole, and the error; empty when there is no error
     */
    static List<JsonNode> split(String text, Fields fields) {
        Deque<Integer> beginnings = new ArrayDeque<>();
        Matcher matcher = BEGINNING.matcher(text);
        while (matcher.find()) {
            beginnings.addLast(matcher.start());
            if (beginnings.size() > TRIED) {
                beginnings.removeFirst();
            }
        }
        for (int beginning : beginnings) {
            JsonNode error = Json.parse(text.substring(beginning), fields);
            if (error != null && ErrorBody.inChunk(error) != null) {
                JsonNode before = Json.parse(text.substring(0, beginning), fields);
                return before != null && before.isObject() ? List.of(before, error) : List.of(error);
            }
        }
        return List.of();
    }
}
