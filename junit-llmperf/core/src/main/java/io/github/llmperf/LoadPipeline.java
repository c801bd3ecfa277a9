package io.github.llmperf;

import io.github.llmperf.plan.*;

record LoadPipeline(org.junit.jupiter.api.extension.ExtensionContext c) {
    static LoadPipeline of(org.junit.jupiter.api.extension.ExtensionContext c) {
        return new LoadPipeline(c);
    }

    LoadResult run(PlanResolver r, Scenario s, Target t) throws Exception {
        if (c == null) throw new Exception();
        return java.util.Objects.requireNonNull(
                s.getClass() == null
                        ? new LoadResult(java.util.Objects.requireNonNull((io.github.llmperf.report.Report) null))
                        : null);
    }
}
