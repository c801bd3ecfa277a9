package io.github.llmperf.samples.studies;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Api;
import io.github.llmperf.Baseline;
import io.github.llmperf.Cache;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmStudy;
import io.github.llmperf.Sla;
import io.github.llmperf.StudyResult;
import io.github.llmperf.StudyRow;
import io.github.llmperf.Toggle;
import io.github.llmperf.simulator.SimulatedLlm;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * A published study of chunked prefill: 1,000 ShareGPT prompts at once against twelve settings of a vLLM server. Each setting
 * is a simulated server of its own; all have the costs of one profile. The clock of the servers goes {@value #TIME_SCALE}
 * times as fast as ours.
 *
 * <p>{@code mvn -Pscenarios test} runs it; {@code study.html} has the published numbers beside the measured ones.
 */
@Tag("scenarios")
@SimulatedLlm(
        name = "0-enable-64",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 64,
        maxBatchedTokens = 64,
        maxModelLen = 102000,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "1-enable-128",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 128,
        maxBatchedTokens = 128,
        maxModelLen = 102000,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "2-enable-256",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 256,
        maxModelLen = 102000,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "3-enable-512",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 512,
        maxModelLen = 102000,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "4-enable-2048",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 2048,
        maxModelLen = 102000,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "5-enable-4096",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 4096,
        maxModelLen = 100928,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "6-enable-8192",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 8192,
        maxModelLen = 98832,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "7-disable-256",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 256,
        maxModelLen = 256,
        chunkedPrefill = false,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "8-disable-512",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 512,
        maxModelLen = 512,
        chunkedPrefill = false,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "9-disable-2048",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 2048,
        maxModelLen = 2048,
        chunkedPrefill = false,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "10-disable-4096",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 4096,
        maxModelLen = 4096,
        chunkedPrefill = false,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "11-disable-8192",
        profile = ChunkedPrefillStudyTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        slots = 256,
        maxBatchedTokens = 8192,
        maxModelLen = 8192,
        chunkedPrefill = false,
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@LlmStudy(
        value = "vllm-chunked-prefill",
        title = "Chunked prefill: twelve settings of a server",
        timeScale = ChunkedPrefillStudyTest.TIME_SCALE)
@Baseline(Toggle.OFF)
class ChunkedPrefillStudyTest {

    static final String PROFILE = "vllm-qwen2.5-72b-gptq-int4";
    static final double TIME_SCALE = 20;

    @BeforeAll
    static void writePrompts() throws IOException {
        StudyPrompts.writeShareGpt();
    }

    @LlmLoad(
            requestRate = "inf",
            requests = 1000,
            prompt = "target/studies/sharegpt.jsonl",
            maxNewTokens = 4096,
            forceLength = Toggle.ON,
            cache = Cache.SHARED,
            timeout = "20m",
            maxDuration = "20m")
    @Sla(errorRate = "100%")
    void round() {}

    @AfterAll
    static void conclude(StudyResult study) {
        double[] ttft = chunked(study, "ttft");
        double[] itl = chunked(study, "itl");
        double[] seconds = chunked(study, "seconds");
        study.conclude(
                "Smaller max-num-batched-tokens mean a longer time to the first token",
                ttft[0] > ttft[1] && ttft[1] > ttft[2] && ttft[2] > ttft[3],
                "mean ttft at 64, 128, 256 and 512");
        study.conclude(
                "and a shorter one between tokens",
                itl[0] < itl[1] && itl[1] < itl[2] && itl[2] < itl[3],
                "mean itl at 64, 128, 256 and 512");
        study.conclude(
                "The total time is flat from 256 on",
                spread(seconds, 2) < .10,
                "longest and shortest of five differ by %.1f %%".formatted(100 * spread(seconds, 2)));
        study.conclude(
                "Everything is flat above 2,048",
                Math.max(spread(ttft, 4), spread(itl, 4)) < .05,
                "ttft differs by %.1f %%, itl by %.1f %%".formatted(100 * spread(ttft, 4), 100 * spread(itl, 4)));
        if (study.isComplete()) {
            assertThat(study.insideShare())
                    .as(() -> String.join("\n", study.outside()))
                    .isGreaterThanOrEqualTo(.85);
        }
    }

    /** A figure of the rounds with chunked prefill, in the order of their batched tokens. */
    private static double[] chunked(StudyResult study, String figure) {
        List<StudyRow> rows = study.rows().subList(0, 7);
        return rows.stream().mapToDouble(row -> row.measured(figure)).toArray();
    }

    /** By what part the largest of the values exceeds the smallest, from one of them on. */
    private static double spread(double[] values, int from) {
        double[] rest = Arrays.copyOfRange(values, from, values.length);
        return Arrays.stream(rest).max().orElseThrow()
                        / Arrays.stream(rest).min().orElseThrow()
                - 1;
    }
}
