package io.github.llmperf.measure.server;

import io.github.llmperf.client.prometheus.Ingredient;
import io.github.llmperf.load.ServerLog.Round;
import java.util.List;
import java.util.OptionalDouble;

/** How a series follows from what is read. */
record Recipe(Formula formula, List<Ingredient> ingredients) {

    Recipe {
        ingredients = List.copyOf(ingredients);
    }

    static Recipe of(Meaning meaning) {
        return switch (meaning) {
            case RUNNING -> level(Ingredient.RUNNING, 1);
            case WAITING -> level(Ingredient.WAITING, 1);
            case KV_CACHE -> level(Ingredient.KV_CACHE, 1);
            case PREEMPTIONS -> of(Formula.growth(Ingredient.PREEMPTIONS), Ingredient.PREEMPTIONS);
            case PREFIX_HITS ->
                of(
                        Formula.share(Ingredient.CACHE_HITS, Ingredient.CACHE_QUERIES)
                                .or(Formula.level(Ingredient.CACHE_SHARE, 1)),
                        Ingredient.CACHE_HITS,
                        Ingredient.CACHE_QUERIES,
                        Ingredient.CACHE_SHARE);
            case TOKEN_RATE -> rate(Ingredient.GENERATED_TOKENS, 1);
            case GPU -> of(Recipe::meanOfGpus, Ingredient.GPU_BUSY);
            case GPU_MEMORY -> of(Recipe::gpuMemory, Ingredient.GPU_MEMORY_USED, Ingredient.GPU_MEMORY_FREE);
            case CPU -> of(Recipe::cpu, Ingredient.CPU_TIME, Ingredient.CPU_IDLE);
            case HOST_MEMORY -> level(Ingredient.HOST_MEMORY_AVAILABLE, 1.0 / (1 << 30));
            case DISK -> rate(Ingredient.DISK_BYTES, 1e-6);
            case NETWORK -> rate(Ingredient.NETWORK_BYTES, 1e-6);
        };
    }

    private static Recipe of(Formula formula, Ingredient... ingredients) {
        return new Recipe(formula, List.of(ingredients));
    }

    private static Recipe level(Ingredient ingredient, double factor) {
        return of(Formula.level(ingredient, factor), ingredient);
    }

    private static Recipe rate(Ingredient ingredient, double factor) {
        return of(Formula.rate(ingredient, factor), ingredient);
    }

    private static OptionalDouble meanOfGpus(Round first, Round before, Round now) {
        return now.reading().gpus().values().stream()
                .mapToDouble(Double::doubleValue)
                .average();
    }

    private static OptionalDouble gpuMemory(Round first, Round before, Round now) {
        OptionalDouble used = now.reading().value(Ingredient.GPU_MEMORY_USED);
        OptionalDouble free = now.reading().value(Ingredient.GPU_MEMORY_FREE);
        return used.isPresent() && free.isPresent()
                ? Formula.percent(used, OptionalDouble.of(used.getAsDouble() + free.getAsDouble()))
                : OptionalDouble.empty();
    }

    private static OptionalDouble cpu(Round first, Round before, Round now) {
        OptionalDouble idle =
                Formula.share(Ingredient.CPU_IDLE, Ingredient.CPU_TIME).value(first, before, now);
        return idle.isPresent() ? OptionalDouble.of(Math.max(0, 100 - idle.getAsDouble())) : idle;
    }
}
