package io.github.llmperf.publish;

import io.github.llmperf.plan.LoadPlan;
import java.util.List;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A sink for each load of a test, in their order.
 *
 * @param all one or more
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RequestSinks(List<RequestSink> all) implements AutoCloseable {

    /** Copies the list. */
    public RequestSinks {
        all = List.copyOf(all);
    }

    /**
     * Opens the places that the requests of loads go to.
     *
     * @param plans one or more
     * @param say told of what cannot be written
     */
    public static RequestSinks of(List<LoadPlan> plans, Consumer<String> say) {
        return new RequestSinks(
                plans.stream().map(plan -> RequestSink.of(plan, say)).toList());
    }

    /** Closes each. */
    @Override
    public void close() {
        all.forEach(RequestSink::close);
    }
}
