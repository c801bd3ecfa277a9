package io.github.llmperf.protocol.tgi;

import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The two routes of TGI, LightLLM and Triton, of which one always streams and one never does; on others the body says it. */
@API(status = Status.INTERNAL, since = "0.1")
public final class GenerateRoute {

    private static final String WHOLE = "/generate";
    private static final String STREAM = "/generate_stream";

    private GenerateRoute() {}

    /**
     * Returns where requests of a workload go.
     *
     * @param workload streamed or not
     * @return the route for it below a base, or the target's own route
     */
    public static URI of(Target target, Workload workload) {
        return Urls.route(target.url(), workload.stream() ? STREAM : WHOLE);
    }

    /**
     * Returns whether the route alone decides about streaming.
     *
     * @return false where the body has to say it
     */
    public static boolean decides(URI url) {
        return Urls.path(url).endsWith(STREAM) || Urls.path(url).endsWith(WHOLE);
    }

    /**
     * Refuses a route that does the opposite of what is asked for.
     *
     * @param workload streamed or not
     * @throws IllegalArgumentException if the route streams and the workload does not, or the other way round
     */
    public static void check(URI url, Workload workload) {
        String path = Urls.path(url);
        String wrong = workload.stream() ? WHOLE : STREAM;
        String right = workload.stream() ? STREAM : WHOLE;
        if (path.endsWith(wrong)) {
            String other = path.substring(0, path.length() - wrong.length()) + right;
            String origin = url.getScheme() + "://" + url.getRawAuthority();
            throw new RefusedSetting(
                    "stream",
                    "must be " + (workload.stream() ? "OFF" : "ON") + " with url \""
                            + origin + path + "\", but is " + (workload.stream() ? "ON" : "OFF") + "; use url \""
                            + origin
                            + other
                            + "\", or the base url, to which the route is added");
        }
    }
}
