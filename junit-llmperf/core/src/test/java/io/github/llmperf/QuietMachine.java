package io.github.llmperf;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.Healths;
import io.github.llmperf.machine.SharedMachine;
import io.github.llmperf.settings.RetrySetting;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets load tests find that their load generator kept up, whatever this machine does beside them: most are not about that.
 * Registered for {@link java.util.ServiceLoader}, and used where {@link LoadTestKit} asks for it.
 */
public final class QuietMachine implements BeforeAllCallback {

    /** Called by {@link java.util.ServiceLoader}. */
    public QuietMachine() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(RetrySetting.NAMESPACE)
                .put(SharedMachine.class, new SharedMachine(NanoClock.SYSTEM, () -> 0, Healths::keptUp));
    }
}
