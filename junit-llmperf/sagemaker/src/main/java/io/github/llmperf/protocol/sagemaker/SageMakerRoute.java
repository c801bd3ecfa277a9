package io.github.llmperf.protocol.sagemaker;

import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;

/** Where requests go: there is one route for streams and one for whole answers, both with the endpoint in them. */
enum SageMakerRoute {
    STREAM("/invocations-response-stream"),
    WHOLE("/invocations");

    private final String end;

    SageMakerRoute(String end) {
        this.end = end;
    }

    /**
     * Adds the route to a base; any other url is full.
     *
     * @throws IllegalArgumentException if a base lacks the model, or a full url is the route of the other mode
     */
    static URI of(Target target, String api, boolean stream) {
        SageMakerRoute route = stream ? STREAM : WHOLE;
        if (!Urls.isBase(target.url())) {
            SageMakerRoute other = stream ? WHOLE : STREAM;
            if (Urls.path(target.url()).endsWith(other.end)) {
                throw new RefusedSetting(
                        "url",
                        "must end in \"" + route.end + "\" when stream is "
                                + (stream ? "ON" : "OFF") + ", but ends in \"" + other.end
                                + "\"; change stream, or give the base url and the endpoint's name as model");
            }
            return target.url();
        }
        String model = target.model();
        if (model == null || model.isBlank()) {
            throw new RefusedSetting(
                    "model",
                    "must be the name of the endpoint with api \"" + api
                            + "\" and a base url, but is not set; set model, or give the full url");
        }
        return Urls.route(target.url(), "/endpoints/" + Urls.encode(model, "") + route.end);
    }
}
