package io.github.llmperf.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.simulator.engine.BatchLimits;
import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.profile.EngineProfile;
import io.github.llmperf.simulator.profile.ProfileReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A published study of twelve server settings, with one set of costs for all of them. */
class ChunkedPrefillStudyTests {

    /** How far a figure may be off, in the order of the study's columns from {@code successful} on. */
    private static final Map<String, Double> BOUNDS = new TreeMap<>(Map.ofEntries(
            Map.entry("successful", .02),
            Map.entry("duration_s", .10),
            Map.entry("req_per_s", .10),
            Map.entry("output_tok_per_s", .10),
            Map.entry("total_tok_per_s", .10),
            Map.entry("ttft_mean_ms", .15),
            Map.entry("ttft_p50_ms", .15),
            Map.entry("ttft_p99_ms", .30),
            Map.entry("tpot_mean_ms", .15),
            Map.entry("tpot_p50_ms", .15),
            Map.entry("tpot_p99_ms", .30),
            Map.entry("itl_mean_ms", .15),
            Map.entry("itl_p50_ms", .15),
            Map.entry("itl_p99_ms", .30)));

    private final EngineProfile server = ProfileReader.read("vllm-qwen2.5-72b-gptq-int4");
    private final List<Round> rounds = rounds();

    /**
     * One setting of the server, as published and as it comes out here.
     *
     * @param setting column by column
     * @param found the same figures
     */
    private record Round(Map<String, String> setting, Map<String, Double> found) {

        boolean chunked() {
            return Boolean.parseBoolean(setting.get("chunked_prefill"));
        }

        int whole(String column) {
            return Integer.parseInt(setting.get(column));
        }

        boolean isInside(String column) {
            double published = Double.parseDouble(setting.get(column));
            return Math.abs(found.get(column) / published - 1) <= BOUNDS.get(column);
        }
    }

    private List<Round> rounds() {
        return Studies.table("vllm-chunked-prefill.csv").stream()
                .map(setting -> new Round(setting, run(setting)))
                .toList();
    }

    private Map<String, Double> run(Map<String, String> setting) {
        int longest = Integer.parseInt(setting.get("max_model_len"));
        BatchLimits limits = new BatchLimits(
                        Integer.parseInt(setting.get("max_num_seqs")),
                        Integer.MAX_VALUE,
                        Integer.parseInt(setting.get("max_num_batched_tokens")))
                .withChunkedPrefill(Boolean.parseBoolean(setting.get("chunked_prefill")));
        List<EngineRequest> fitting = new ArrayList<>();
        for (Map<String, String> lengths : Studies.table("sharegpt-lengths.csv")) {
            EngineRequest request = new EngineRequest(
                    fitting.size(),
                    Integer.parseInt(lengths.get("prompt_tokens")),
                    Integer.parseInt(lengths.get("output_tokens")));
            // What does not fit is refused at once.
            if (request.promptTokens() + request.outputTokens() <= longest) {
                fitting.add(request);
            }
        }
        return figures(
                VirtualRun.of(server.with(limits, longest).start(), VirtualLoad.atOnce(fitting.size()), fitting::get));
    }

    private static Map<String, Double> figures(VirtualResult result) {
        Map<String, Double> figures = new TreeMap<>();
        double tokens = result.sum(VirtualRequest::promptTokens) + result.sum(VirtualRequest::outputTokens);
        figures.put("successful", (double) result.count(true));
        figures.put("duration_s", result.seconds());
        figures.put("req_per_s", result.requestRate());
        figures.put("output_tok_per_s", result.outputTokenRate());
        figures.put("total_tok_per_s", tokens / result.seconds());
        put(figures, "ttft", result.sorted(VirtualRequest::ttft));
        put(figures, "tpot", result.sorted(VirtualRequest::tpot));
        put(figures, "itl", result.itl());
        return figures;
    }

    private static void put(Map<String, Double> figures, String name, double[] values) {
        figures.put(name + "_mean_ms", VirtualResult.mean(values));
        figures.put(name + "_p50_ms", VirtualResult.percentile(values, 50));
        figures.put(name + "_p99_ms", VirtualResult.percentile(values, 99));
    }

    @Test
    void comesOutWithinItsBounds() {
        List<String> outside = new ArrayList<>();
        for (Round round : rounds) {
            BOUNDS.keySet().stream()
                    .filter(column -> !round.isInside(column))
                    .forEach(column -> outside.add(round.setting().get("chunked_prefill") + " "
                            + round.setting().get("max_num_batched_tokens") + " " + column + ": "
                            + Math.round(round.found().get(column)) + " instead of "
                            + round.setting().get(column)));
        }
        assertThat(outside)
                .as("of 168 figures 85 %% must be inside")
                .hasSizeLessThanOrEqualTo(rounds.size() * BOUNDS.size() * 15 / 100);
    }

    @Test
    void drawsTheStudysConclusions() {
        List<Round> chunked = rounds.stream().filter(Round::chunked).toList();
        double[] ttft = figures(chunked, "ttft_mean_ms");
        double[] itl = figures(chunked, "itl_mean_ms");
        double[] duration = figures(chunked, "duration_s");
        int[] tokens = chunked.stream()
                .mapToInt(round -> round.whole("max_num_batched_tokens"))
                .toArray();

        assertThat(tokens).containsExactly(64, 128, 256, 512, 2048, 4096, 8192);
        assertThat(Arrays.copyOf(ttft, 4))
                .as("smaller is longer to the first token")
                .isSortedAccordingTo((a, b) -> Double.compare(b, a));
        assertThat(Arrays.copyOf(itl, 4)).as("and shorter between tokens").isSorted();
        assertThat(spread(Arrays.copyOfRange(duration, 2, 7)))
                .as("total time is flat from 256 on")
                .isLessThan(.10);
        assertThat(spread(Arrays.copyOfRange(ttft, 4, 7)))
                .as("all is flat from 2,048 on")
                .isLessThan(.05);
        assertThat(spread(Arrays.copyOfRange(itl, 4, 7))).isLessThan(.05);
    }

    private static double[] figures(List<Round> rounds, String column) {
        return rounds.stream().mapToDouble(round -> round.found().get(column)).toArray();
    }

    private static double spread(double[] values) {
        return Arrays.stream(values).max().orElseThrow()
                        / Arrays.stream(values).min().orElseThrow()
                - 1;
    }
}
