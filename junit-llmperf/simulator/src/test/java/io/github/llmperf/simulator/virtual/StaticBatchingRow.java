package io.github.llmperf.simulator.virtual;

import io.github.llmperf.simulator.engine.Engine;
import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.profile.EngineProfile;
import io.github.llmperf.simulator.profile.ProfileReader;
import io.github.llmperf.simulator.virtual.Studies.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * One row of the study of static batching: users who wait 1 to 5 s between requests, for 5 minutes, with a time-out of 60 s.
 *
 * @param gpu {@code g4dn} or {@code g5}
 * @param engine {@code accelerate}, which serves one request after the other, or {@code deepspeed}, which batches
 * @param instances copies of the server
 * @param users at most
 * @param spawnRate users who begin in a second
 * @param prompt 1 to 3
 * @param maxNewTokens most tokens of an answer
 */
record StaticBatchingRow(
        String gpu, String engine, int instances, int users, double spawnRate, int prompt, int maxNewTokens) {

    /** Characters of the prompts, which stand for their tokens. */
    private static final int[] PROMPT = {12, 219, 583};

    /** Tokens that each engine answers the prompts with: always the same, for it takes the likeliest token each time. */
    private static final Map<String, int[]> ANSWER =
            Map.of("accelerate", new int[] {235, 4, 64}, "deepspeed", new int[] {95, 3, 37});

    private static final double SECONDS = 300;
    private static final double TIMEOUT_MILLIS = 60_000;

    static StaticBatchingRow of(Map<String, String> row) {
        return new StaticBatchingRow(
                row.get("gpu").equals("g4") ? "g4dn" : row.get("gpu"),
                row.get("engine"),
                Integer.parseInt(row.get("instances")),
                Integer.parseInt(row.get("users")),
                Double.parseDouble(row.get("spawn_per_s")),
                Integer.parseInt(row.get("prompt")),
                Integer.parseInt(row.get("max_new_tokens")));
    }

    StaticBatchingRow withUsers(int number) {
        return new StaticBatchingRow(gpu, engine, instances, number, spawnRate, prompt, maxNewTokens);
    }

    /** Names the row as test reports do. */
    String name() {
        return String.join(
                " ", engine, instances + "x" + gpu, users + " users", "prompt " + prompt, "max " + maxNewTokens);
    }

    /** Runs it; the seed draws pauses, and where the router sends each request. */
    Figures run(long seed) {
        EngineProfile profile = ProfileReader.read("djl-" + engine + "-" + gpu);
        Engine server = profile.withNoise(new Noise(0, 0, 0, seed))
                .times(instances, profile.routing())
                .start();
        int answer = Math.min(ANSWER.get(engine)[prompt - 1], maxNewTokens);
        VirtualLoad load =
                new VirtualLoad(users, spawnRate, 1000, 5000, Integer.MAX_VALUE, 1000 * SECONDS, TIMEOUT_MILLIS, seed);
        return Figures.of(VirtualRun.of(server, load, number -> new EngineRequest(number, PROMPT[prompt - 1], answer)));
    }

    /** Runs it with several seeds, and takes the mean of each figure. */
    Figures run(long first, long last) {
        return Figures.mean(
                LongStream.rangeClosed(first, last).mapToObj(this::run).toList());
    }

    /**
     * What Locust tells of a run.
     *
     * @param rate successful requests per second
     * @param requests that ended, failed ones included
     * @param p50 milliseconds, failed requests included
     * @param p90 likewise
     * @param failures requests that failed
     */
    record Figures(double rate, double requests, double p50, double p90, double failures) {

        static Figures of(VirtualResult result) {
            double[] times =
                    Arrays.stream(result.responseTimes()).map(Figures::rounded).toArray();
            return new Figures(
                    result.count(true) / SECONDS,
                    times.length,
                    percentile(times, .5),
                    percentile(times, .9),
                    result.count(false));
        }

        static Figures mean(List<Figures> all) {
            return new Figures(
                    mean(all, Figures::rate),
                    mean(all, Figures::requests),
                    rounded(mean(all, Figures::p50)),
                    rounded(mean(all, Figures::p90)),
                    mean(all, Figures::failures));
        }

        private static double mean(List<Figures> all, ToDoubleFunction<Figures> figure) {
            return all.stream().mapToDouble(figure).average().orElseThrow();
        }

        /** Rounds as Locust does before it takes percentiles: to two digits, from 100 ms on. */
        static double rounded(double millis) {
            double unit = millis < 100 ? 1 : millis < 1000 ? 10 : millis < 10_000 ? 100 : 1000;
            return Math.rint(millis / unit) * unit;
        }

        /** Takes a percentile as Locust does: the time that so many requests, rounded down, are not above. */
        private static double percentile(double[] ascending, double part) {
            return ascending[Math.min(ascending.length - 1, (int) (part * ascending.length))];
        }

        /** Holds these figures against a published row. */
        List<Cell> cells(String name, Map<String, String> published) {
            List<Cell> cells = new ArrayList<>();
            cells.add(cell(name, "avg_rps", published, rate, .10, 0));
            cells.add(cell(name, "requests", published, requests, .10, 0));
            cells.add(cell(name, "p50_ms", published, p50, .15, 0));
            cells.add(cell(name, "p90_ms", published, p90, .20, 0));
            cells.add(cell(name, "failures", published, failures, .10, 3));
            return cells;
        }

        private static Cell cell(
                String name, String figure, Map<String, String> published, double found, double bound, double slack) {
            return new Cell(name, figure, Double.parseDouble(published.get(figure)), found, bound, slack);
        }
    }
}
