package io.github.llmperf.measure.server;

import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.ServerLog.Round;
import java.util.List;
import java.util.OptionalDouble;

/** How a series is computed from raw metrics. */
record SeriesDefinition(Formula formula, List<RawMetric> ingredients) {

    SeriesDefinition {
        ingredients = List.copyOf(ingredients);
    }

    static SeriesDefinition of(SeriesKind meaning) {
        return switch (meaning) {
            case RUNNING -> level(RawMetric.RUNNING, 1);
            case WAITING -> level(RawMetric.WAITING, 1);
            case KV_CACHE -> level(RawMetric.KV_CACHE, 1);
            case PREEMPTIONS -> of(Formula.growth(RawMetric.PREEMPTIONS), RawMetric.PREEMPTIONS);
            case PREFIX_HITS ->
                of(
                        Formula.share(RawMetric.CACHE_HITS, RawMetric.CACHE_QUERIES)
                                .or(Formula.level(RawMetric.CACHE_SHARE, 1)),
                        RawMetric.CACHE_HITS,
                        RawMetric.CACHE_QUERIES,
                        RawMetric.CACHE_SHARE);
            case TOKEN_RATE -> rate(RawMetric.GENERATED_TOKENS, 1);
            case GPU -> of(SeriesDefinition::meanOfGpus, RawMetric.GPU_BUSY);
            case GPU_MEMORY -> of(SeriesDefinition::gpuMemory, RawMetric.GPU_MEMORY_USED, RawMetric.GPU_MEMORY_FREE);
            case CPU -> of(SeriesDefinition::cpu, RawMetric.CPU_TIME, RawMetric.CPU_IDLE);
            case HOST_MEMORY -> level(RawMetric.HOST_MEMORY_AVAILABLE, 1.0 / (1 << 30));
            case DISK -> rate(RawMetric.DISK_BYTES, 1e-6);
            case NETWORK -> rate(RawMetric.NETWORK_BYTES, 1e-6);
        };
    }

    private static SeriesDefinition of(Formula formula, RawMetric... ingredients) {
        return new SeriesDefinition(formula, List.of(ingredients));
    }

    private static SeriesDefinition level(RawMetric ingredient, double factor) {
        return of(Formula.level(ingredient, factor), ingredient);
    }

    private static SeriesDefinition rate(RawMetric ingredient, double factor) {
        return of(Formula.rate(ingredient, factor), ingredient);
    }

    private static OptionalDouble meanOfGpus(Round first, Round before, Round now) {
        return now.reading().gpus().values().stream()
                .mapToDouble(Double::doubleValue)
                .average();
    }

    private static OptionalDouble gpuMemory(Round first, Round before, Round now) {
        OptionalDouble used = now.reading().value(RawMetric.GPU_MEMORY_USED);
        OptionalDouble free = now.reading().value(RawMetric.GPU_MEMORY_FREE);
        return used.isPresent() && free.isPresent()
                ? Formula.percent(used, OptionalDouble.of(used.getAsDouble() + free.getAsDouble()))
                : OptionalDouble.empty();
    }

    private static OptionalDouble cpu(Round first, Round before, Round now) {
        OptionalDouble idle =
                Formula.share(RawMetric.CPU_IDLE, RawMetric.CPU_TIME).value(first, before, now);
        return idle.isPresent() ? OptionalDouble.of(Math.max(0, 100 - idle.getAsDouble())) : idle;
    }
}
