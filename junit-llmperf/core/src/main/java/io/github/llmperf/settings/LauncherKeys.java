package io.github.llmperf.settings;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Remembers which {@code llmperf.*} keys the launcher was given, Surefire's {@code configurationParameters} among them: an
 * extension can ask for a key's value but cannot list the keys. Registered for {@link java.util.ServiceLoader}.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class LauncherKeys implements TestExecutionListener {

    // The only thing that a listener and an extension share in JUnit 5.12 is the class loader. Keys are only ever
    // added: which of them a launch was given, its own configuration parameters tell.
    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    /** Called by {@link java.util.ServiceLoader}. */
    public LauncherKeys() {}

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
        testPlan.getConfigurationParameters().keySet().stream()
                .filter(key -> key.startsWith(ConfigurationKeys.PREFIX))
                .forEach(SEEN::add);
    }

    /**
     * Returns the keys of all launches of this process.
     *
     * @return names that begin with {@code llmperf.}
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public static Set<String> seen() {
        return Set.copyOf(SEEN);
    }
}
