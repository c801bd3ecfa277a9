package io.github.llmperf.settings;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RehearsalResult;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.rehearsal.Rehearsal;
import java.util.Locale;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Whether the first load of a process is rehearsed, and how that went. It asks nothing of the target. */
@API(status = Status.INTERNAL, since = "0.1")
public record RehearsalSetting(ExtensionContext context) {

    private static final Namespace NAMESPACE = Namespace.create(RehearsalSetting.class);

    /**
     * Returns whether there is none.
     *
     * @throws org.junit.jupiter.api.extension.ExtensionConfigurationException if the value is neither on nor off
     */
    boolean isOff() {
        return !new Parameters(context::getConfigurationParameter)
                .get(ConfigurationKeys.REHEARSAL)
                .map(setting -> setting.parse(Setting::toSwitch))
                .orElse(true);
    }

    /** Rehearses before the first load of the process, and says so; before any other it does nothing. */
    public void once(LoadPlan coming, NanoClock clock, Consumer<String> say) {
        if (!isOff()) {
            context.getRoot()
                    .getStore(NAMESPACE)
                    .getOrComputeIfAbsent(
                            RehearsalResult.class, any -> rehearse(coming, clock, say), RehearsalResult.class);
        }
    }

    private static RehearsalResult rehearse(LoadPlan coming, NanoClock clock, Consumer<String> say) {
        RehearsalResult rehearsed = Rehearsal.of(coming, clock);
        say.accept(
                rehearsed.state() == RehearsalResult.State.DONE
                        ? String.format(
                                Locale.ROOT, "rehearsed %.1f s, %,d events", rehearsed.seconds(), rehearsed.events())
                        : "rehearsal failed, and the load runs without it: " + rehearsed.why());
        return rehearsed;
    }

    /** Returns a run that tells how the process was warmed up for it. */
    public LoadRun tell(LoadRun run) {
        RehearsalResult known = context.getRoot().getStore(NAMESPACE).get(RehearsalResult.class, RehearsalResult.class);
        RehearsalResult off = isOff() ? RehearsalResult.OFF : RehearsalResult.NOT;
        return run.with(run.health().with(known == null ? off : known));
    }
}
