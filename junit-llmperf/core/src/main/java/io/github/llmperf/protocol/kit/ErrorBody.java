package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * An error as servers word it in JSON.
 *
 * @param message the server's words; empty when it gave none
 * @param type kind of error in the server's terms; empty when it gave none
 * @param code the server's code, text or number; null when it gave none
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record ErrorBody(String message, String type, @Nullable String code) {

    private static final int DEEPEST = 4;

    /**
     * Finds an error in a value: {@code error}, {@code object:"error"}, {@code type:"error"}, or a bare {@code detail} or
     * {@code message} with a {@code code}.
     *
     * @param chunk an event of a stream, or a whole answer
     * @return the error; null when there is none
     */
    public static @Nullable ErrorBody inChunk(JsonNode chunk) {
        JsonNode error = chunk.get("error");
        if (isSaid(error)) {
            return of(chunk);
        }
        if (Json.text(chunk, "object").equals("error")
                || Json.text(chunk, "type").equals("error")) {
            return of(chunk);
        }
        if (chunk.has("choices")) {
            return null;
        }
        boolean bare = chunk.has("detail") || (chunk.has("message") && chunk.has("code"));
        return bare ? of(chunk) : null;
    }

    /**
     * Reads whatever was sent in place of an answer.
     *
     * @param text JSON or not
     * @return the error
     */
    public static ErrorBody inText(String text) {
        JsonNode node = Json.parse(text);
        return node == null || node.isValueNode() ? new ErrorBody(text.strip(), "", null) : of(node);
    }

    /**
     * Returns the error that a finish reason such as {@code abort} stands for.
     *
     * @param reason verbatim
     * @return the error
     */
    public static ErrorBody finishedBadly(String reason) {
        return new ErrorBody("the server ended the answer with finish_reason \"" + reason + "\"", "", null);
    }

    /**
     * Returns this error with the kind that a header names, where the body names none.
     *
     * @param header such as {@code ThrottlingException:http://…}, of which what follows the colon is left out; null for none
     * @return this error, or the completed copy
     */
    ErrorBody orType(@Nullable String header) {
        if (header == null || !type.isEmpty()) {
            return this;
        }
        int colon = header.indexOf(':');
        return new ErrorBody(message, colon < 0 ? header : header.substring(0, colon), code);
    }

    private static ErrorBody of(JsonNode node) {
        return of(node, 0);
    }

    private static ErrorBody of(JsonNode node, int depth) {
        JsonNode inner = node.isArray() ? node.get(0) : node.get("error");
        if (inner != null && inner.isContainerNode() && depth < DEEPEST) {
            return of(inner, depth + 1);
        }
        String message = firstText(node, "message", "error", "detail", "msg", "error_msg", "Message");
        String type = firstText(node, "type", "error_type", "err_type", "status", "__type");
        String code = scalar(node, "code", "status_code", "http_status_code", "error_code", "ErrorCode");
        return new ErrorBody(message.isEmpty() ? Json.write(node) : message, type, code);
    }

    private static boolean isSaid(@Nullable JsonNode error) {
        if (error == null || error.isNull()) {
            return false;
        }
        return error.isContainerNode()
                ? !error.isEmpty()
                : !error.asText().isEmpty() && !error.asText().equals("false");
    }

    private static String firstText(JsonNode node, String... fields) {
        for (String field : fields) {
            JsonNode value = node.get(field);
            if (value != null && value.isTextual() && !value.textValue().isEmpty()) {
                return value.textValue();
            }
            if (value != null && value.isContainerNode() && !value.isEmpty()) {
                return Json.write(value);
            }
        }
        return "";
    }

    private static @Nullable String scalar(JsonNode node, String... fields) {
        for (String field : fields) {
            JsonNode value = node.get(field);
            if (value != null && value.isValueNode() && !value.isNull()) {
                return value.asText();
            }
        }
        return null;
    }
}
