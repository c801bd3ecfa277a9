package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.TokensFrom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimingHeadersTests {

    private static final String WHOLE = "{\"choices\":[{\"text\":\" a quiet harbour\"}]}";

    // --- profiles -----------------------------------------------------------------------------------------------

    @Test
    void readsWhatUpstreamTgiSaysAndDerivesNothingWithoutThePrefill() {
        Answer answer = answer("x-compute-type=1-gpu, x-compute-time=1.240712, x-compute-characters=120,"
                + " x-total-time=1240, x-validation-time=2, x-queue-time=38, x-inference-time=1200,"
                + " x-time-per-token=50, x-prompt-tokens=33, x-generated-tokens=24");

        assertThat(answer.serverTimes())
                .isEqualTo(times("serverTotal=1240, serverValidation=2, serverQueue=38, serverInference=1200,"
                        + " serverTimePerToken=50"));
        assertThat(answer.promptTokens()).isEqualTo(33);
        assertThat(answer.outputTokens()).isEqualTo(24);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.USAGE);
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void derivesTheFirstTokenAndTheOthersFromPrefillAndDecoding() {
        Answer answer = answer("x-prompt-tokens=33, x-generated-tokens=25, x-queue-time=40, x-prefill-time=240,"
                + " x-decoding-time=960, x-inference-time=1200, x-time-per-token=40");

        assertThat(answer.serverTimes())
                .isEqualTo(times("serverQueue=40, serverPrefill=240, serverDecode=960, serverInference=1200,"
                        + " serverTimePerToken=40, serverTtft=280, serverTpot=40"));
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void addsTheQueueToLoraxsFirstTokenAndPrefersExactTimesToItsCutOffOnes() {
        Answer answer = answer("x-total-time=1305, x-validation-time=1, x-queue-time=100, x-inference-time=1204,"
                + " x-time-per-token=48, x-time-to-first-token=240, x-time-per-output-token=40, x-prompt-tokens=33,"
                + " x-generated-tokens=25, x-total-tokens=58, x-skipped-tokens=0, x-model-id=base");

        assertThat(answer.serverTimes())
                .isEqualTo(times("serverTotal=1305, serverValidation=1, serverQueue=100, serverInference=1204,"
                        + " serverTimePerToken=48, serverTtft=340, serverTpot=" + 964 / 24.0));
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void readsTheDecimalsAndCountsOfTheSetProposedForVllm() {
        Answer answer = answer("x-total-time=512.44, x-queue-time=12.25, x-inference-time=500.19,"
                + " x-prefill-time=100.10, x-decode-time=400.09, x-prompt-tokens=33, x-completion-tokens=9,"
                + " x-cached-tokens=16");

        assertThat(answer.serverTimes())
                .isEqualTo(times("serverTotal=512.44, serverQueue=12.25, serverInference=500.19, serverPrefill=100.1,"
                        + " serverDecode=400.09, serverTtft=" + (12.25 + 100.1) + ", serverTpot=" + 400.09 / 8));
        assertThat(answer.outputTokens()).isEqualTo(9);
        assertThat(answer.cachedTokens()).isEqualTo(16);
        assertThat(answer.warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    x-queue-time=1, x-inference-time=2, x-total-time=3                    | TGI
                    x-queue-time=1, x-time-per-token=2, x-generated-tokens=3              | TGI
                    x-prefill-time=1                                                      | x-prefill-time and x-decoding-time
                    x-queue-time=1, x-decoding-time=2                                     | x-prefill-time and x-decoding-time
                    x-prefill-time=1, x-decode-time=2, x-time-per-token=3, x-generated-tokens=4 | x-prefill-time and x-decoding-time
                    x-queue-time=1, x-time-to-first-token=2                               | LoRAX
                    x-time-per-token=1, x-time-per-output-token=2                         | LoRAX
                    x-prefill-time=1, x-decode-time=2                                     | vLLM
                    x-completion-tokens=1                                                 | vLLM
                    """)
    void choosesTheProfileThatKnowsMostOfTheHeaders(String headers, String profile) {
        assertThat(TimingProfile.of(head(headers).headers().keySet())
                        .orElseThrow()
                        .name())
                .isEqualTo(profile);
    }

    @Test
    void choosesNoneWithoutAnyOfTheirHeaders() {
        assertThat(TimingProfile.of(head("x-request-id=1, content-type=text/plain")
                        .headers()
                        .keySet()))
                .isEmpty();
    }

    @Test
    void readsHeadersThatTheChosenProfileLeavesToAnother() {
        assertThat(answer("x-queue-time=5, x-prefill-time=10, x-decode-time=80, x-time-per-token=20,"
                                + " x-generated-tokens=5")
                        .serverTimes())
                .isEqualTo(times("serverQueue=5, serverPrefill=10, serverDecode=80, serverTimePerToken=20,"
                        + " serverTtft=15, serverTpot=20"));
    }

    @Test
    void takesTheTotalFromSecondsOnlyWhereItIsNotSaidInMilliseconds() {
        assertThat(answer("x-compute-time=1.25").serverTimes()).isEqualTo(times("serverTotal=1250"));
        assertThat(answer("x-compute-time=1.25, x-total-time=1249").serverTimes())
                .isEqualTo(times("serverTotal=1249"));
    }

    // --- derived ------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    x-prefill-time=100                                                         | 100 | -
                    x-queue-time=7                                                             | -   | -
                    x-decoding-time=90, x-generated-tokens=10                                  | -   | 10
                    x-decoding-time=90, x-generated-tokens=1                                   | -   | -
                    x-decoding-time=90                                                         | -   | -
                    x-prefill-time=100, x-inference-time=190, x-generated-tokens=10            | 100 | 10
                    x-prefill-time=100, x-time-per-token=12                                    | 100 | 12
                    x-prefill-time=100, x-time-per-token=12, x-generated-tokens=1              | 100 | -
                    x-inference-time=190, x-time-per-token=19, x-generated-tokens=10           | -   | -
                    x-time-to-first-token=100                                                  | 100 | -
                    x-time-to-first-token=100, x-inference-time=190, x-generated-tokens=10     | 100 | 10
                    x-time-to-first-token=100, x-inference-time=190, x-time-per-output-token=9 | 100 | 9
                    x-time-per-output-token=0, x-generated-tokens=1                            | -   | -
                    """)
    void derivesNothingWhereAnIngredientIsMissing(String headers, Double ttft, Double tpot) {
        Map<String, Double> times = answer(headers).serverTimes();

        assertThat(times.get("serverTtft")).isEqualTo(ttft);
        assertThat(times.get("serverTpot")).isEqualTo(tpot);
    }

    @Test
    void doesNotTellWhatItDerivesOnTheWayAsTheServersWord() {
        assertThat(answer("x-prefill-time=100, x-inference-time=190, x-generated-tokens=10")
                        .serverTimes())
                .doesNotContainKey("serverDecode");
    }

    @Test
    void derivesTheSameFromTheTimingsOfLlamaCpp() {
        String body = "{\"choices\":[{\"text\":\"Moss grows north\"}],\"timings\":{\"prompt_n\":12,\"prompt_ms\":96.0,"
                + "\"predicted_n\":3,\"predicted_ms\":75.0,\"predicted_per_token_ms\":25.0}}";
        Answer answer = answer("content-type=application/json", body);

        assertThat(answer.serverTimes())
                .isEqualTo(times("serverPrefill=96, serverDecode=75, serverTimePerToken=25, serverTtft=96,"
                        + " serverTpot=37.5"));
        assertThat(answer.warnings()).isEmpty();
    }

    // --- contradictions -----------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-prefill-time=240, x-decoding-time=960, x-inference-time=1203",
                "x-prefill-time=240, x-decoding-time=960, x-inference-time=1197.9",
                "x-prefill-time=240, x-inference-time=120",
                "x-time-to-first-token=240, x-inference-time=120",
                "x-inference-time=1200, x-time-per-token=40, x-generated-tokens=24",
                "x-prefill-time=240, x-decoding-time=960, x-time-per-token=60, x-generated-tokens=25",
                "x-prefill-time=240, x-inference-time=1200, x-time-per-token=60, x-generated-tokens=25",
                "x-inference-time=1200, x-time-to-first-token=240, x-time-per-output-token=20, x-generated-tokens=25"
            })
    void warnsOfTimesThatContradictEachOther(String headers) {
        assertThat(answer(headers).warnings()).containsExactly("server_times_inconsistent");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-prefill-time=240, x-decoding-time=960, x-inference-time=1202",
                "x-prefill-time=240, x-decoding-time=960, x-inference-time=1198",
                "x-prefill-time=240.1, x-decoding-time=960.2, x-inference-time=1202.3",
                "x-prefill-time=240, x-decoding-time=960",
                // cut off
                "x-inference-time=1219, x-time-per-token=48, x-generated-tokens=25",
                // a fork whose time per token has the first in it, and one that leaves it out
                "x-prefill-time=240, x-decoding-time=960, x-inference-time=1200, x-time-per-token=48, x-generated-tokens=25",
                "x-prefill-time=240, x-inference-time=1200, x-time-per-token=40, x-generated-tokens=25",
                // only a formula that says nothing of this value
                "x-decoding-time=960, x-time-per-token=40",
                "x-inference-time=1200, x-prefill-time=1200, x-time-per-token=1200, x-generated-tokens=1"
            })
    void staysQuietWithinWhatRoundingDoes(String headers) {
        assertThat(answer(headers).warnings()).isEmpty();
    }

    // --- garbage ------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(
            strings = {"", "soon", "-5", "-0", "NaN", "Infinity", "1e13", "1,5", "12ms", "0x1p3", "5d", "1 2", "١"})
    void ignoresWhatIsNoTimeOrCount(String value) {
        Answer answer = answer(Map.of(
                "x-queue-time", value, "x-prefill-time", value, "x-time-per-token", value, "x-prompt-tokens", value));

        assertThat(answer.serverTimes()).isEmpty();
        assertThat(answer.promptTokens()).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "3000000000"})
    void ignoresCountsThatAreNone(String value) {
        assertThat(answer(Map.of("x-generated-tokens", value)).tokensFrom()).isEqualTo(TokensFrom.EVENTS);
    }

    @Test
    void readsDecimalsInAnyNotation() {
        assertThat(answer("x-queue-time= 1.25 , x-prefill-time=2e1").serverTimes())
                .isEqualTo(times("serverQueue=1.25, serverPrefill=20, serverTtft=21.25"));
    }

    // --- fixtures -----------------------------------------------------------------------------------------------

    private static Answer answer(String headers) {
        return answer(headers, WHOLE);
    }

    private static Answer answer(Map<String, String> headers) {
        return answer(new AnswerHead(200, headers), WHOLE);
    }

    private static Answer answer(String headers, String body) {
        return answer(head(headers), body);
    }

    private static Answer answer(AnswerHead head, String body) {
        return new Feeding("openai-chat", false, head)
                .whole(body)
                .end(BodyEnd.CLEAN)
                .answer();
    }

    private static AnswerHead head(String headers) {
        Map<String, String> map = new TreeMap<>();
        pairs(headers).forEach(pair -> map.put(pair[0], pair[1]));
        return new AnswerHead(200, map);
    }

    private static Map<String, Double> times(String text) {
        Map<String, Double> map = new TreeMap<>();
        pairs(text).forEach(pair -> map.put(pair[0], Double.valueOf(pair[1])));
        return map;
    }

    private static List<String[]> pairs(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(pair -> pair.split("=", 2))
                .toList();
    }
}
