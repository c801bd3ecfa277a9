package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The pages on which engines say what they are and of which version, the most common first. */
@API(status = Status.INTERNAL, since = "0.1")
public enum SoftwarePage {
    /** Of vLLM and TensorRT-LLM: {@code {"version":"0.9.1"}}; which of them, its list of models says. */
    VERSION("/version", "", "version", "version"),
    /** Of SGLang: the version among all settings. */
    SGLANG("/get_server_info", "sglang", "version", "version"),
    /** Of Text Generation Inference, which tells its model beside the version. */
    TGI("/info", "tgi", "version", "model_id"),
    /** Of llama.cpp: {@code "build_info":"b4719-d04e7163"}. */
    LLAMA_CPP("/props", "llama.cpp", "build_info", "build_info"),
    /** Of Ollama: {@code {"version":"0.6.2"}}. */
    OLLAMA("/api/version", "ollama", "version", "version"),
    /** Of Triton and what speaks its protocol: {@code {"name":"triton","version":"2.42.0"}}. */
    TRITON("/v2", "", "version", "extensions");

    /** Nothing else can be a name or a version, so that no error page is taken for one. */
    private static final Pattern WORD = Pattern.compile("[\\w.+-]{1,64}");

    private final String path;
    private final String name;
    private final String version;
    private final String mark;

    SoftwarePage(String path, String name, String version, String mark) {
        this.path = path;
        this.name = name;
        this.version = version;
        this.mark = mark;
    }

    /**
     * Returns where it lies.
     *
     * @return an absolute path at the root of the server
     */
    public String path() {
        return path;
    }

    /**
     * Reads the page.
     *
     * @return name and version, such as {@code ollama 0.6.2}; the version alone where the page does not say of what; empty
     *     where it is no such page
     */
    public Optional<String> read(String json) {
        JsonNode body = Json.object(json);
        if (body == null || !body.has(mark)) {
            return Optional.empty();
        }
        String of = name.isEmpty() ? word(body, "name") : name;
        return Optional.of(word(body, version))
                .filter(number -> !number.isEmpty())
                .map(number -> of.isEmpty() ? number : of + " " + number);
    }

    /**
     * Returns whose models are listed, which engines fill in with their own name.
     *
     * @param json body of {@code GET /v1/models}
     * @return such as {@code vllm}; empty where there is no such list, or of several owners
     */
    public static Optional<String> owner(String json) {
        JsonNode body = Json.object(json);
        if (body == null || body.path("data").isEmpty()) {
            return Optional.empty();
        }
        String first = word(body.path("data").get(0), "owned_by");
        for (JsonNode model : body.path("data")) {
            if (!first.equals(Json.text(model, "owned_by"))) {
                return Optional.empty();
            }
        }
        return Optional.of(first).filter(owner -> !owner.isEmpty());
    }

    private static String word(JsonNode node, String field) {
        String text = Json.text(node, field);
        return WORD.matcher(text).matches() ? text : "";
    }
}
