package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.WireRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes requests that are one JSON object: what all requests of a load share is written once.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class JsonRequests implements RequestWriter {

    private final URI url;
    private final Map<String, String> headers;
    private final ObjectNode shared;
    private final BiConsumer<ObjectNode, Prompt> asking;

    /**
     * Returns a writer; the workload's extraBody is merged over what is shared.
     *
     * @param url full route
     * @param headers with the key in them
     * @param shared fields that all requests have; those set per request may stand in it as {@code null}, for their order
     * @param workload what each request asks for
     * @param ours fields that extraBody must not set, since attributes say them: {@code stream}, the prompt
     * @param asking puts a prompt into top-level fields of a body
     * @throws IllegalArgumentException if extraBody is no JSON object, or sets one of ours
     */
    public JsonRequests(
            URI url,
            Map<String, String> headers,
            ObjectNode shared,
            Workload workload,
            List<String> ours,
            BiConsumer<ObjectNode, Prompt> asking) {
        this.url = url;
        this.headers = headers;
        this.shared = shared;
        this.asking = asking;
        ExtraBody.merge(shared, workload.extraBody(), ours);
    }

    @Override
    public WireRequest write(Prompt prompt) {
        ObjectNode body = Json.newObject().setAll(shared);
        asking.accept(body, prompt);
        return new WireRequest(url, headers, Json.write(body));
    }
}
