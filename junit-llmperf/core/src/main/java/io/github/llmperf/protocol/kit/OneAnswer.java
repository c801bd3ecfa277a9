package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.RefusedSetting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests for several answers at once, and for searches that make several and send one. Their tokens come mixed,
 * or not at all, while usage counts all of them: no time between tokens would be that of an answer.
 */
final class OneAnswer {

    /** How many answers, or how many are made for one, by the names of all servers. */
    private static final Set<String> COUNTS = Set.of(
            "n",
            "best_of",
            "bestOf",
            "n_cmpl",
            "num_return_sequences",
            "num_completions",
            "candidateCount",
            "candidate_count",
            "num_beams",
            "num_beam_groups",
            "beam_width",
            "beam_size");

    private static final Set<String> SWITCHES = Set.of("use_beam_search", "do_beam_search", "beam_search");

    /** Where servers look for such settings beside the body itself; other objects, such as schemas, have names of their own. */
    private static final List<String> HOLDERS = List.of(
            "parameters",
            "sampling_params",
            "sampling_parameters",
            "generationConfig",
            "generation_config",
            "options",
            "extra_body");

    private OneAnswer() {}

    static void check(ObjectNode extra, String extraBody) {
        check(extra, "", extraBody);
    }

    private static void check(ObjectNode settings, String path, String extraBody) {
        for (Map.Entry<String, JsonNode> setting : settings.properties()) {
            String name = setting.getKey();
            JsonNode value = setting.getValue();
            boolean several = COUNTS.contains(name) && number(value) > 1;
            if (several || (SWITCHES.contains(name) && value.asBoolean(false))) {
                throw new RefusedSetting(
                        "extraBody",
                        "must ask for one answer to a request, but sets \"" + path
                                + name + "\" to " + Json.write(value) + ", as in \"" + extraBody
                                + "\"; remove it, and use more users for more answers at a time");
            }
            @Nullable ObjectNode inner = HOLDERS.contains(name) ? object(value) : null;
            if (inner != null) {
                check(inner, path + name + ".", extraBody);
            }
        }
    }

    /** Some servers take numbers as texts. */
    private static double number(JsonNode value) {
        return value.asDouble(0);
    }

    /** Triton's vLLM back end takes its settings as a text. */
    private static @Nullable ObjectNode object(JsonNode value) {
        return value instanceof ObjectNode object ? object : value.isTextual() ? Json.object(value.textValue()) : null;
    }
}
