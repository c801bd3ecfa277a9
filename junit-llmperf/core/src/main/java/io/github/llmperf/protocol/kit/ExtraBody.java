package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.RefusedSetting;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * The user's own fields of a request body.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class ExtraBody {

    private ExtraBody() {}

    /**
     * Merges the user's fields over a dialect's: objects merge, {@code null} removes a field, all else replaces it.
     *
     * @param body what the dialect has written
     * @param extraBody JSON object, or blank for none
     * @param refused fields that hold what the plan itself says, such as {@code stream} and {@code messages}
     * @throws IllegalArgumentException if the text is no JSON object, sets a field of the plan itself, or asks for several
     *     answers to a request
     */
    public static void merge(ObjectNode body, String extraBody, List<String> refused) {
        if (extraBody.isBlank()) {
            return;
        }
        @Nullable ObjectNode extra = Json.object(extraBody);
        if (extra == null) {
            throw new RefusedSetting(
                    "extraBody", "must be a JSON object, as in {\"top_p\": 0.9}, but is \"" + extraBody + "\"");
        }
        for (String field : refused) {
            if (extra.has(field)) {
                throw new RefusedSetting(
                        "extraBody",
                        "must not set \"" + field
                                + "\", but is \"" + extraBody + "\"; use the attribute "
                                + (field.equals("stream") ? "stream" : "prompt"));
            }
        }
        OneAnswer.check(extra, extraBody);
        Json.merge(body, extra);
    }
}
