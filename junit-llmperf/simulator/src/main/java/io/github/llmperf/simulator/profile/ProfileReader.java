package io.github.llmperf.simulator.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.simulator.engine.BatchLimits;
import io.github.llmperf.simulator.engine.BatchingEngine.Batching;
import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.engine.Routing;
import io.github.llmperf.simulator.engine.StepCosts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Reads profiles. A profile is a JSON object with {@code name}, {@code engine} ({@code continuous-batching},
 * {@code dynamic-batching} or {@code serial}) and numbers, each an object with {@code value} and {@code from}: where the
 * number comes from, so that nobody takes a guess for a measurement. {@code engine} and {@code routing} may be such
 * objects, too. Costs must be there, and the size of batches; all else has the defaults of a server that was started
 * without options.
 *
 * <pre>{@code
 * {"name": "vLLM, 7B, A100", "engine": "continuous-batching",
 *  "stepMillis": {"value": 18, "from": "time per token with one user"}, …}
 * }</pre>
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class ProfileReader {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONTINUOUS = "continuous-batching";
    private static final int DEFAULT_SLOTS = 256;
    private static final int DEFAULT_BATCHED_TOKENS = 8192;
    private static final String FOLDER = "/llmperf/profiles/";

    private final String origin;
    private final JsonNode root;
    private final Set<String> unread = new TreeSet<>();

    private ProfileReader(String origin, JsonNode root) {
        this.origin = origin;
        this.root = root;
        root.fieldNames().forEachRemaining(unread::add);
    }

    /**
     * Reads a profile.
     *
     * @param name of a file, or of a profile that comes with the simulator or lies on the class path as
     *     {@code llmperf/profiles/<name>.json}
     * @throws IllegalArgumentException if there is none, or if a number in it is missing or out of range
     */
    public static EngineProfile read(String name) {
        try {
            Path file = Path.of(name);
            if (Files.isRegularFile(file)) {
                return of(name, Files.readString(file));
            }
            try (InputStream in = ProfileReader.class.getResourceAsStream(FOLDER + name + ".json")) {
                if (in == null) {
                    throw new IllegalArgumentException("profile must be a file or one on the class path, but neither "
                            + file.toAbsolutePath() + " nor " + FOLDER.substring(1) + name + ".json is there");
                }
                return of(name, new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("profile " + name + " cannot be read: " + e, e);
        }
    }

    /**
     * Reads the text of a profile.
     *
     * @throws IllegalArgumentException if a number in it is missing or out of range, or a field is unknown
     */
    public static EngineProfile of(String origin, String text) {
        try {
            JsonNode root = JSON.readTree(text);
            if (!root.isObject()) {
                throw new IllegalArgumentException("profile " + origin + " must be a JSON object");
            }
            return new ProfileReader(origin, root).profile();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "profile " + origin + " must be JSON, but: " + e.getOriginalMessage() + " in line "
                            + e.getLocation().getLineNr(),
                    e);
        }
    }

    private EngineProfile profile() {
        try {
            Batching batching = batching();
            EngineProfile profile = new EngineProfile(
                    text("name", null),
                    batching,
                    costs(),
                    limits(batching == null),
                    whole("maxModelLen", 32_768),
                    whole("instances", 1),
                    Routing.of(text("routing", "round-robin")),
                    noise());
            text("about", "");
            if (!unread.isEmpty()) {
                throw new IllegalArgumentException(
                        "there must be no fields but those that are known of such an engine, but there are "
                                + String.join(", ", unread));
            }
            return profile;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("profile " + origin + ": " + e.getMessage(), e);
        }
    }

    private @Nullable Batching batching() {
        String engine = text("engine", null);
        return switch (engine) {
            case CONTINUOUS -> null;
            case "dynamic-batching" ->
                new Batching(
                        whole("batchSize", null),
                        number("batchDelayMillis", 0.),
                        whole("queueLimit", Integer.MAX_VALUE));
            case "serial" -> new Batching(1, 0, whole("queueLimit", Integer.MAX_VALUE));
            default ->
                throw new IllegalArgumentException("engine must be \"" + CONTINUOUS
                        + "\", \"dynamic-batching\" or \"serial\", but is \"" + engine + "\"");
        };
    }

    private StepCosts costs() {
        return new StepCosts(
                number("arrivalMillis", null),
                number("stepMillis", null),
                number("prefillMillis", null),
                number("decodeMillis", null),
                number("contextMillis", 0.));
    }

    private BatchLimits limits(boolean continuous) {
        int queueLimit = whole("queueLimit", Integer.MAX_VALUE);
        if (!continuous) {
            // What else stands in the file stays unread, and so is refused: it would mean nothing.
            return new BatchLimits(DEFAULT_SLOTS, queueLimit, DEFAULT_BATCHED_TOKENS);
        }
        return new BatchLimits(
                whole("slots", DEFAULT_SLOTS),
                queueLimit,
                whole("maxBatchedTokens", DEFAULT_BATCHED_TOKENS),
                flag("chunkedPrefill", true),
                whole("kvTokens", Integer.MAX_VALUE),
                flag("prefixCaching", false));
    }

    private Noise noise() {
        return new Noise(number("startSd", 0.), number("stepSd", 0.), number("stepCorrelation", 0.), whole("seed", 1));
    }

    /** Returns a text, which may but need not say where it comes from. */
    private String text(String field, @Nullable String otherwise) {
        JsonNode node = root.path(field).isObject() ? value(field, false) : root.path(field);
        unread.remove(field);
        if (node.isMissingNode() && otherwise != null) {
            return otherwise;
        }
        if (!node.isTextual() || (node.textValue().isBlank() && otherwise == null)) {
            throw new IllegalArgumentException(
                    field + " must be a text, but is " + (node.isMissingNode() ? "missing" : node.toString()));
        }
        return node.textValue();
    }

    private boolean flag(String field, boolean otherwise) {
        JsonNode value = value(field, true);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isBoolean()) {
            throw new IllegalArgumentException(field + " must be true or false, but is " + value);
        }
        return value.booleanValue();
    }

    private int whole(String field, @Nullable Integer otherwise) {
        JsonNode value = value(field, otherwise != null);
        if (value.isMissingNode() && otherwise != null) {
            return otherwise;
        }
        if (!value.isInt()) {
            throw new IllegalArgumentException(field + " must be a whole number, but is " + value);
        }
        return value.intValue();
    }

    private double number(String field, @Nullable Double otherwise) {
        JsonNode value = value(field, otherwise != null);
        if (value.isMissingNode() && otherwise != null) {
            return otherwise;
        }
        if (!value.isNumber()) {
            throw new IllegalArgumentException(field + " must be a number, but is " + value);
        }
        return value.doubleValue();
    }

    /** Returns the value of a number that says where it comes from. */
    private JsonNode value(String field, boolean mayBeMissing) {
        unread.remove(field);
        JsonNode node = root.path(field);
        if (node.isMissingNode()) {
            if (mayBeMissing) {
                return node;
            }
            throw new IllegalArgumentException(
                    field + " must be there, as in {\"value\": 18, \"from\": \"where the number comes from\"}");
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!name.equals("value") && !name.equals("from")) {
                throw new IllegalArgumentException(field + " must have value and from only, but has " + name);
            }
        }
        if (!node.has("value") || node.path("from").asText("").isBlank()) {
            throw new IllegalArgumentException(field + " must have a value and say where it is from, but is " + node);
        }
        return node.get("value");
    }
}
