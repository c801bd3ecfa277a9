package io.github.llmperf.bench.first;

import io.github.llmperf.LlmLoad;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestMethodOrder;

/** What users write. Users, requests and the target come from configuration parameters. */
final class Loads {

    private Loads() {}

    /** The first load of a JVM. */
    static class One {
        @LlmLoad
        void load01() {}
    }

    /** The first load, and nine after it. */
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Ten {
        @LlmLoad
        void load01() {}

        @LlmLoad
        void load02() {}

        @LlmLoad
        void load03() {}

        @LlmLoad
        void load04() {}

        @LlmLoad
        void load05() {}

        @LlmLoad
        void load06() {}

        @LlmLoad
        void load07() {}

        @LlmLoad
        void load08() {}

        @LlmLoad
        void load09() {}

        @LlmLoad
        void load10() {}
    }
}
