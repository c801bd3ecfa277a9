package io.github.llmperf.witness;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The requests sent to the client's own server: arbitrary prompts in the dialect of the target. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ReferenceLoad {

    private ReferenceLoad() {}

    /**
     * Returns the own server as a target. It is sent none of the other target's keys and headers; what stands for a
     * signature keeps requests from being signed.
     */
    public static Target target(Target like, OwnServer server) {
        return Target.at(server.url())
                .withApi(OwnServer.dialect(like.api()))
                .withModel("llmperf")
                .withHeader("Authorization", "none");
    }

    /** Returns what each request asks for. */
    public static Workload workload(int tokens) {
        return new Workload(Workload.Prompts.of("llmperf", ""), tokens, false, true, 0, "", "", Workload.Cache.SHARED);
    }
}
