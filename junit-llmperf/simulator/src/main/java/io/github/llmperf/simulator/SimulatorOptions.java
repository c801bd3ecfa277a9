package io.github.llmperf.simulator;

import io.github.llmperf.simulator.engine.Routing;
import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.fault.FaultRate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The options of the command line: each sets one thing of the builder. */
final class SimulatorOptions {

    private final Map<String, BiConsumer<SimulatedServerBuilder, String>> options = new LinkedHashMap<>();
    private final UnaryOperator<@Nullable String> environment;

    /** Prepares the options; {@code environment} finds the value of an environment variable, or null. */
    SimulatorOptions(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
        options.put("--port", (b, v) -> b.port(Integer.parseInt(v)));
        options.put("--model", SimulatedServerBuilder::model);
        options.put("--api-key-env", (b, v) -> b.apiKey(key(v)));
        options.put("--max-model-len", (b, v) -> b.maxModelLen(Integer.parseInt(v)));
        options.put("--slots", (b, v) -> b.slots(Integer.parseInt(v)));
        options.put("--queue-limit", (b, v) -> b.queueLimit(Integer.parseInt(v)));
        options.put("--max-batched-tokens", (b, v) -> b.maxBatchedTokens(Integer.parseInt(v)));
        options.put("--arrival-millis", (b, v) -> b.arrivalMillis(Double.parseDouble(v)));
        options.put("--step-millis", (b, v) -> b.stepMillis(Double.parseDouble(v)));
        options.put("--prefill-millis", (b, v) -> b.prefillMillis(Double.parseDouble(v)));
        options.put("--decode-millis", (b, v) -> b.decodeMillis(Double.parseDouble(v)));
        options.put("--context-millis", (b, v) -> b.contextMillis(Double.parseDouble(v)));
        options.put("--chunked-prefill", (b, v) -> b.chunkedPrefill(flag(v)));
        options.put("--kv-tokens", (b, v) -> b.kvTokens(Integer.parseInt(v)));
        options.put("--prefix-caching", (b, v) -> b.prefixCaching(flag(v)));
        options.put("--batch-size", (b, v) -> b.batchSize(Integer.parseInt(v)));
        options.put("--batch-delay-millis", (b, v) -> b.batchDelayMillis(Double.parseDouble(v)));
        options.put("--instances", (b, v) -> b.instances(Integer.parseInt(v)));
        options.put("--routing", (b, v) -> b.routing(Routing.of(v)));
        options.put("--profile", SimulatedServerBuilder::profile);
        options.put("--time-scale", (b, v) -> b.timeScale(Double.parseDouble(v)));
        options.put("--mean-output-tokens", (b, v) -> b.meanOutputTokens(Integer.parseInt(v)));
        options.put("--seed", (b, v) -> seed(b, Long.parseLong(v)));
        options.put("--slow-factor", (b, v) -> b.slowFactor(Double.parseDouble(v)));
        options.put("--too-many-requests", (b, v) -> b.fault(Fault.TOO_MANY_REQUESTS, FaultRate.parse(v)));
        options.put("--server-error", (b, v) -> b.fault(Fault.SERVER_ERROR, FaultRate.parse(v)));
        options.put("--stream-error", (b, v) -> b.fault(Fault.STREAM_ERROR, FaultRate.parse(v)));
        options.put("--cut", (b, v) -> b.fault(Fault.CUT, FaultRate.parse(v)));
        options.put("--stall", (b, v) -> b.fault(Fault.STALL, FaultRate.parse(v)));
        options.put("--retry-after-seconds", (b, v) -> b.faults(b.faults().withRetryAfterSeconds(Integer.parseInt(v))));
        options.put("--fault-after-tokens", (b, v) -> b.faults(b.faults().withAfterTokens(Integer.parseInt(v))));
    }

    private static void seed(SimulatedServerBuilder builder, long seed) {
        builder.seed(seed).faults(builder.faults().withSeed(seed));
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("value must be true or false, but is \"" + text + "\"");
        };
    }

    private String key(String variable) {
        String key = environment.apply(variable);
        if (key == null) {
            throw new IllegalArgumentException("environment variable " + variable + " must be set");
        }
        return key;
    }

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException if an option is unknown or its value is missing or wrong
     */
    SimulatedServerBuilder read(String... arguments) {
        SimulatedServerBuilder builder = SimulatedServer.builder();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            BiConsumer<SimulatedServerBuilder, String> option = options.get(name);
            if (option == null) {
                throw new IllegalArgumentException("option must be one of " + names() + ", but is " + name);
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(name + " must be followed by its value");
            }
            set(builder, option, name, arguments[i + 1]);
        }
        return builder;
    }

    private static void set(
            SimulatedServerBuilder builder,
            BiConsumer<SimulatedServerBuilder, String> option,
            String name,
            String value) {
        try {
            option.accept(builder, value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number, but is \"" + value + "\"", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    /** Returns the names of all options, comma-separated. */
    String names() {
        return String.join(", ", options.keySet());
    }
}
