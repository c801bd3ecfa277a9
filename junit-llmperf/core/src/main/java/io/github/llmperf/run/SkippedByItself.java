package io.github.llmperf.run;

import io.github.llmperf.settings.ConfigurationKeys;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** A load test that skips itself, by an assumption, where the gate lets none be skipped. */
final class SkippedByItself {

    private SkippedByItself() {}

    static AssertionFailedError of(TestAbortedException skipped) {
        return new AssertionFailedError(
                "the test skips itself (" + skipped.getMessage() + "), but " + ConfigurationKeys.GATE
                        + "=true lets no load test be skipped: meet its assumption, or leave the test out",
                skipped);
    }
}
