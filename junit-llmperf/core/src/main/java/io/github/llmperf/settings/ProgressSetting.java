package io.github.llmperf.settings;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.publish.Console;
import io.github.llmperf.publish.Progress;
import io.github.llmperf.publish.Progress.Mode;
import io.github.llmperf.publish.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/** How much of a load's course is said while it runs. It changes no measurement, and is no part of a plan. */
@API(status = Status.INTERNAL, since = "0.1")
public record ProgressSetting(Parameters parameters) {

    private static final Namespace NAMESPACE = Namespace.create(ProgressSetting.class);

    public static ProgressSetting of(ExtensionContext context) {
        return new ProgressSetting(new Parameters(context::getConfigurationParameter));
    }

    Mode mode() {
        return parameters
                .get(ConfigurationKeys.PROGRESS)
                .map(setting -> setting.parse(ProgressSetting::mode))
                .orElse(Mode.LINES);
    }

    private static Mode mode(String text) {
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
            case "lines" -> Mode.LINES;
            case "bar" -> Mode.BAR;
            case "off" -> Mode.OFF;
            default -> throw new IllegalArgumentException("value must be lines, bar or off, but is \"" + text + "\"");
        };
    }

    public boolean isOff() {
        return mode() == Mode.OFF;
    }

    /** Begins to tell of loads. */
    public Progress begin(List<LoadPlan> plans, ExtensionContext context, NanoClock clock, Consumer<String> say) {
        return switch (mode()) {
            case OFF -> Progress.of(List.of(), Console.STANDARD, Optional.empty(), clock);
            case LINES -> Progress.of(plans, Console.STANDARD, Optional.empty(), clock);
            case BAR -> Progress.of(plans, Console.STANDARD, terminal(context, Terminal::find, say), clock);
        };
    }

    /** The terminal of the build, looked for once; that there is none is said once, too. */
    public static Optional<Terminal> terminal(
            ExtensionContext context, Supplier<Optional<Terminal>> find, Consumer<String> say) {
        Store store = context.getRoot().getStore(NAMESPACE);
        return store.getOrComputeIfAbsent(
                        Device.class,
                        any -> {
                            Optional<Terminal> found = find.get();
                            if (found.isEmpty()) {
                                say.accept(
                                        ConfigurationKeys.PROGRESS
                                                + "=bar needs a terminal, and this process has none: progress is told in lines");
                            }
                            return new Device(found);
                        },
                        Device.class)
                .terminal;
    }

    /** Closed with the build, by whichever of the two interfaces this JUnit knows. */
    @SuppressWarnings("deprecation") // JUnit 5.12 closes CloseableResource only; JUnit 6 AutoCloseable
    private record Device(Optional<Terminal> terminal) implements Store.CloseableResource, AutoCloseable {
        @Override
        public void close() throws IOException {
            if (terminal.isPresent()) {
                terminal.get().close();
            }
        }
    }
}
