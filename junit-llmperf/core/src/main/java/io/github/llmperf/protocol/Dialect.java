package io.github.llmperf.protocol;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How one kind of server is asked and understood. An own dialect is found by {@link java.util.ServiceLoader} and chosen
 * by its name as {@code api} of a target. Stateless and safe for use by many threads.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public interface Dialect {

    /**
     * Returns the name by which targets choose this dialect.
     *
     * @return such as {@code openai-chat}
     */
    String name();

    /**
     * Returns what this dialect can say and hear at a target. Settings that ask for more are refused before anything is
     * sent.
     *
     * @param target the endpoint
     * @return what it can do
     */
    default Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE;
    }

    /**
     * Returns where requests are sent. A target's url whose path is empty, {@code /} or ends in {@code /v1} is a base to
     * which the dialect adds its route; any other path is the full route.
     *
     * @param target the endpoint
     * @param workload what each request asks for: some servers have one route for streams and one for whole answers
     * @return full url
     * @throws IllegalArgumentException if the route needs what the target does not say, such as a model
     */
    URI route(Target target, Workload workload);

    /**
     * Prepares to write the requests of a load.
     *
     * @param target the endpoint
     * @param workload what each request asks for
     * @return writes one request per prompt
     * @throws IllegalArgumentException if target or workload ask for what this dialect cannot say
     */
    RequestWriter writer(Target target, Workload workload);

    /**
     * Checks settings before anything is sent.
     *
     * @param target the endpoint
     * @param workload what each request asks for
     * @throws IllegalArgumentException if target or workload ask for what this dialect cannot say
     */
    default void check(Target target, Workload workload) {
        writer(target, workload);
    }

    /**
     * Returns a reader for one answer.
     *
     * @param asked what was asked for
     * @param head status and headers of the answer
     * @param events is told of each event of a stream as its bytes complete it; of none when the answer is no stream
     * @return the reader
     */
    AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events);

    /**
     * Returns where the server lists its models in OpenAI's form.
     *
     * @param target the endpoint
     * @return full url; empty when there is no such list
     */
    default Optional<URI> modelsUrl(Target target) {
        return Optional.empty();
    }
}
