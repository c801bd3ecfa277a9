package io.github.llmperf.run;

import io.github.llmperf.plan.Target;
import io.github.llmperf.settings.TargetResolver;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Starts a test's targets anew. One of a source runs at a time: each start closes what the one before has started. */
record Starts(TargetResolver own, ExtensionContext context, Consumer<String> say) {

    /**
     * Starts a target anew.
     *
     * @throws ExtensionConfigurationException if it cannot be started, or the one before not be closed; none runs then
     * @throws InterruptedException if it was interrupted, however its source tells so
     */
    Target anew(TargetResolver target) throws InterruptedException {
        try {
            return target.startAnew(context);
        } catch (ExtensionConfigurationException e) {
            if (Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException("while the target was started anew").initCause(e);
            }
            throw e;
        }
    }
}
