package io.github.llmperf.simulator;

import io.github.llmperf.Api;
import io.github.llmperf.TargetContext;
import io.github.llmperf.TargetSource;
import io.github.llmperf.plan.Target;
import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.fault.FaultRate;
import io.github.llmperf.simulator.fault.Faults;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Starts the server that {@link SimulatedLlm} describes; without that annotation, one with all defaults.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class SimulatedTargetSource implements TargetSource {

    /** Configuration parameter that multiplies the slow factor; above 0, default 1. */
    public static final String SLOW_FACTOR_KEY = "llmperf-sim.slowFactor";

    private static final String KEYS = "llmperf-sim.";

    /** What the server has a face for. */
    private static final List<String> APIS =
            List.of(Api.OPENAI_CHAT, Api.OPENAI_COMPLETIONS, Api.TGI_GENERATE, Api.DJL_INVOCATIONS, Api.VLLM_GENERATE);

    private @Nullable SimulatedServer server;

    /** Creates a source that has started nothing yet. */
    public SimulatedTargetSource() {}

    /**
     * Starts the server.
     *
     * @param context the test class and the configuration
     * @return where it is
     * @throws IllegalArgumentException if an attribute or the configuration parameter is out of range
     * @throws java.io.UncheckedIOException if no port can be opened
     */
    @Override
    public Target start(TargetContext context) {
        String api = api(context);
        SimulatedServer started = builder(context).start();
        server = started;
        Target target = Target.at(started.url())
                .withApi(api)
                .withModel(started.model())
                .withMetricsUrl(started.url() + "/metrics")
                .withLabel("engine", "simulator");
        for (String label : wish(context).map(SimulatedLlm::labels).orElseGet(() -> new String[0])) {
            target = labelled(target, label);
        }
        return target;
    }

    private static Target labelled(Target target, String label) {
        int equals = label.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException(
                    "@SimulatedLlm(labels) must be written as in \"gpu=A100\", but is \"" + label + "\"");
        }
        return target.withLabel(
                label.substring(0, equals).trim(), label.substring(equals + 1).trim());
    }

    /**
     * Names the servers of a class that has several.
     *
     * @param context the test class
     * @return the names of its annotations; empty where it has one without a name
     * @throws IllegalArgumentException if one of several has no name
     */
    @Override
    public List<String> targets(TargetContext context) {
        List<SimulatedLlm> wishes = wishes(context);
        List<String> names = wishes.stream().map(SimulatedLlm::name).toList();
        if (names.size() > 1 && names.contains("")) {
            throw new IllegalArgumentException("@SimulatedLlm(name) must be set where a class has several servers, but "
                    + "they are called " + names);
        }
        return names.size() == 1 && names.contains("") ? List.of() : names;
    }

    private static List<SimulatedLlm> wishes(TargetContext context) {
        Optional<SimulatedLlms> several = context.annotation(SimulatedLlms.class);
        return several.map(all -> List.of(all.value()))
                .orElseGet(() -> context.annotation(SimulatedLlm.class).stream().toList());
    }

    private static Optional<SimulatedLlm> wish(TargetContext context) {
        List<SimulatedLlm> wishes = wishes(context);
        Optional<String> name = context.target();
        if (name.isEmpty()) {
            return wishes.stream().findFirst();
        }
        return Optional.of(wishes.stream()
                .filter(wish -> wish.name().equals(name.get()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("target must be one of "
                        + wishes.stream().map(SimulatedLlm::name).toList() + ", but is \"" + name.get()
                        + "\"; add @SimulatedLlm(name = \"" + name.get() + "\") to the class")));
    }

    private static String api(TargetContext context) {
        String api = wish(context).map(SimulatedLlm::api).orElse(Api.OPENAI_CHAT);
        if (!APIS.contains(api)) {
            throw new IllegalArgumentException("@SimulatedLlm(api) must be one of " + String.join(", ", APIS)
                    + ", which the simulated server speaks, but is \"" + api + "\"");
        }
        return api;
    }

    static SimulatedServerBuilder builder(TargetContext context) {
        double slowFactor = slowFactor(context);
        Optional<SimulatedLlm> wish = wish(context);
        return wish.map(SimulatedTargetSource::from)
                .orElseGet(SimulatedServer::builder)
                .slowFactor(slowFactor * wish.map(SimulatedLlm::slowFactor).orElse(1.0));
    }

    /** A key that nobody reads would change nothing, in silence. */
    static void refuseUnknown(Set<String> names) {
        names.stream()
                .filter(name -> name.startsWith(KEYS) && !name.equals(SLOW_FACTOR_KEY))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("configuration parameter \"" + name
                            + "\" does not exist; did you mean \"" + SLOW_FACTOR_KEY + "\"?");
                });
    }

    private static double slowFactor(TargetContext context) {
        refuseUnknown(System.getProperties().stringPropertyNames());
        String text = context.configurationParameter(SLOW_FACTOR_KEY).orElse("1");
        try {
            double factor = Double.parseDouble(text.trim());
            if (factor > 0 && factor < Double.POSITIVE_INFINITY) {
                return factor;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(invalid(text), e);
        }
        throw new IllegalArgumentException(invalid(text));
    }

    private static String invalid(String text) {
        return SLOW_FACTOR_KEY + " must be a number above 0, such as 2 for half the speed, but is \"" + text + "\"";
    }

    static SimulatedServerBuilder from(SimulatedLlm wish) {
        SimulatedServerBuilder builder = SimulatedServer.builder();
        if (!wish.profile().isEmpty()) {
            builder.profile(wish.profile());
        }
        set("maxModelLen", wish.maxModelLen(), builder::maxModelLen);
        set("slots", wish.slots(), builder::slots);
        set("queueLimit", wish.queueLimit(), builder::queueLimit);
        set("maxBatchedTokens", wish.maxBatchedTokens(), builder::maxBatchedTokens);
        set("arrivalMillis", wish.arrivalMillis(), builder::arrivalMillis);
        set("stepMillis", wish.stepMillis(), builder::stepMillis);
        set("prefillMillis", wish.prefillMillis(), builder::prefillMillis);
        set("decodeMillis", wish.decodeMillis(), builder::decodeMillis);
        set("contextMillis", wish.contextMillis(), builder::contextMillis);
        set("chunkedPrefill", wish.chunkedPrefill(), builder::chunkedPrefill);
        set("kvTokens", wish.kvTokens(), builder::kvTokens);
        set("prefixCaching", wish.prefixCaching(), builder::prefixCaching);
        set("batchSize", wish.batchSize(), builder::batchSize);
        set("batchDelayMillis", wish.batchDelayMillis(), builder::batchDelayMillis);
        set("instances", wish.instances(), builder::instances);
        set("routing", wish.routing(), builder::routing);
        return builder.model(wish.model())
                .meanOutputTokens(wish.meanOutputTokens())
                .seed(wish.seed())
                .slowFactor(wish.slowFactor())
                .timeScale(wish.timeScale())
                .faults(faults(wish));
    }

    /** Sets an attribute that says something else than by default, for a profile may have said it before. */
    private static <T> void set(String attribute, T value, Consumer<T> setter) {
        try {
            if (!value.equals(SimulatedLlm.class.getMethod(attribute).getDefaultValue())) {
                setter.accept(value);
            }
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("@SimulatedLlm must have an attribute " + attribute, e);
        }
    }

    private static Faults faults(SimulatedLlm wish) {
        Map<Fault, FaultRate> rates = Map.of(
                Fault.TOO_MANY_REQUESTS, rate("tooManyRequests", wish.tooManyRequests()),
                Fault.SERVER_ERROR, rate("serverError", wish.serverError()),
                Fault.STREAM_ERROR, rate("streamError", wish.streamError()),
                Fault.CUT, rate("cut", wish.cut()),
                Fault.STALL, rate("stall", wish.stall()));
        return new Faults(rates, wish.retryAfterSeconds(), wish.faultAfterTokens(), wish.seed());
    }

    private static FaultRate rate(String attribute, String text) {
        try {
            return FaultRate.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("@SimulatedLlm(" + attribute + "): " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
            server = null;
        }
    }
}
