package io.github.llmperf.simulator.virtual;

import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.profile.EngineProfile;
import io.github.llmperf.simulator.profile.ProfileReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;

/**
 * One run of the study of speed by length: some users without pauses over a queue of texts. Texts that did not complete in
 * the study are left out: they are taken to have failed at once.
 *
 * @param gpu {@code V100} or {@code A100}
 * @param inputChars characters that a text was meant to have
 * @param promptTokens of each request
 * @param answerTokens of a request, on average
 * @param users at the same time
 * @param requests that completed
 */
record SpeedRun(String gpu, int inputChars, int promptTokens, double answerTokens, int users, int requests) {

    /** Tokens of the prompt in which the text stands, and tokens of a character of it. */
    private static final double TEMPLATE_TOKENS = 474;

    private static final double TOKENS_PER_CHAR = .888;
    private static final int CONTEXT_TOKENS = 8192;

    /** Standard deviation of the logarithm of the lengths of a run's answers, of which the study tells the mean only. */
    private static final double LENGTH_SD = .5;

    static SpeedRun onV100(Map<String, String> row) {
        double chars = number(row, "prompt_chars_per_s") * number(row, "duration_s") / number(row, "requests");
        return new SpeedRun(
                "V100",
                Integer.parseInt(row.get("input_chars")),
                (int) Math.round(TEMPLATE_TOKENS + TOKENS_PER_CHAR * chars),
                number(row, "completion_tok_per_request"),
                Integer.parseInt(row.get("concurrency")),
                Integer.parseInt(row.get("requests")));
    }

    /** Returns the same texts on an A100, of which the study tells rates only: as many completed as on the V100. */
    static SpeedRun onA100(Map<String, String> cell, List<SpeedRun> onV100) {
        int chars = Integer.parseInt(cell.get("input_chars"));
        List<SpeedRun> alike =
                onV100.stream().filter(run -> run.inputChars() == chars).toList();
        return new SpeedRun(
                "A100",
                chars,
                mean(alike.stream().mapToDouble(SpeedRun::promptTokens)),
                number(cell, "output_tokens_per_request"),
                alike.get(0).users(),
                mean(alike.stream().mapToDouble(SpeedRun::requests)));
    }

    private static int mean(DoubleStream values) {
        return (int) Math.round(values.average().orElseThrow());
    }

    static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }

    String name() {
        return gpu + " " + inputChars + " chars, " + Math.round(answerTokens) + " tokens";
    }

    EngineProfile server() {
        return ProfileReader.read("vllm-sus-chat-34b-" + gpu.toLowerCase(Locale.ROOT));
    }

    /** Runs it; the seed draws the lengths of answers. */
    VirtualResult run(long seed) {
        int[] lengths = lengths(requests, seed);
        return VirtualRun.of(
                server().start(),
                VirtualLoad.closed(users, requests),
                number -> new EngineRequest(number, promptTokens, lengths[number]));
    }

    /** Runs it with texts that did not complete, as if each had been read and had failed with its first token. */
    VirtualResult runWithOthersRead(int texts) {
        Random random = new Random(1);
        return VirtualRun.of(server().start(), VirtualLoad.closed(users, texts), number -> {
            boolean completes = random.nextInt(texts) < requests;
            return new EngineRequest(number, promptTokens, completes ? (int) Math.round(answerTokens) : 1);
        });
    }

    private int[] lengths(int count, long seed) {
        Random random = new Random(seed);
        double[] drawn = DoubleStream.generate(() -> StrictMath.exp(LENGTH_SD * random.nextGaussian()))
                .limit(count)
                .toArray();
        double scale = answerTokens * count / DoubleStream.of(drawn).sum();
        return DoubleStream.of(drawn)
                .mapToInt(factor ->
                        (int) Math.max(1, Math.min(CONTEXT_TOKENS - promptTokens, Math.round(scale * factor))))
                .toArray();
    }

    /** Lists the runs on both GPUs, each by the row that tells of it. */
    static Map<SpeedRun, Map<String, String>> all() {
        Map<SpeedRun, Map<String, String>> runs = new LinkedHashMap<>();
        Studies.table("vllm-speed-runs-v100.csv").forEach(row -> runs.put(onV100(row), row));
        List<SpeedRun> onV100 = new ArrayList<>(runs.keySet());
        onV100.sort(Comparator.comparingInt(SpeedRun::inputChars));
        Studies.table("vllm-speed-matrix.csv").stream()
                .filter(cell -> cell.get("gpu").startsWith("A100"))
                .forEach(cell -> runs.put(onA100(cell, onV100), cell));
        return runs;
    }
}
