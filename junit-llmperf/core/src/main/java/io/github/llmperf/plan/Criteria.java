package io.github.llmperf.plan;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a run is judged by.
 *
 * @param limits absolute limits
 * @param baseline relative guard
 * @param strict whether UNDECIDED and INVALID fail
 * @param gate whether everything fails that leaves a load or a guarded measure without a judgement
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Criteria(Limits limits, BaselinePolicy baseline, boolean strict, boolean gate) {

    /** No limit but the one on errors, and no guard. */
    public static final Criteria NONE = new Criteria(Limits.NONE, BaselinePolicy.NONE, false);

    /** Makes criteria without the gate. */
    public Criteria(Limits limits, BaselinePolicy baseline, boolean strict) {
        this(limits, baseline, strict, false);
    }

    Criteria withBaseline(BaselinePolicy newBaseline) {
        return new Criteria(limits, newBaseline, strict, gate);
    }
}
