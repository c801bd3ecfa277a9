package io.github.llmperf.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThinkTimeTests {

    @Test
    void readsFixedUniformAndExponentialTimes() {
        assertThat(ThinkTime.parse("1s")).isEqualTo(ThinkTime.fixed(Duration.ofSeconds(1)));
        assertThat(ThinkTime.parse("500ms..3s"))
                .isEqualTo(ThinkTime.uniform(Duration.ofMillis(500), Duration.ofSeconds(3)));
        assertThat(ThinkTime.parse(" exp( 2s ) ")).isEqualTo(ThinkTime.exponential(Duration.ofSeconds(2)));
        assertThat(ThinkTime.parse("0")).isEqualTo(ThinkTime.NONE);
        assertThat(ThinkTime.NONE.isNone()).isTrue();
        assertThat(ThinkTime.parse("exp(1ms)").isNone()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1s", "500ms", "1s..3s", "0ms", "0ms..2m", "exp(2s)", "exp(1.5s)"})
    void isWrittenAsItIsRead(String text) {
        assertThat(ThinkTime.parse(text)).hasToString(text);
    }

    @Test
    void refusesARangeThatGoesBackwards() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThinkTime.parse("3s..1s"))
                .withMessage("thinkTime must go from a shorter to a longer time, as in \"1s..3s\","
                        + " but goes from 3000ms to 1000ms");
    }

    @Test
    void refusesAnExponentialMeanOfZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThinkTime.parse("exp(0)"))
                .withMessage("value must be above zero, as in \"60s\", but is \"0\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThinkTime.exponential(Duration.ZERO))
                .withMessage("thinkTime must have one mean above zero where it is exponential, as in \"exp(2s)\","
                        + " but has 0ms and 0ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exp 2s)", "exp(2s", "normal(2s)", "Exp(2s)", "(2s)"})
    void refusesOtherFunctions(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThinkTime.parse(text))
                .withMessage("thinkTime must be a time, a range or an exponential mean, as in \"1s\","
                        + " \"1s..3s\" or \"exp(2s)\", but is \"" + text + "\"");
    }

    @Test
    void refusesAMeanThatIsNoTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThinkTime.parse("exp(2)"))
                .withMessage("value must have a unit, as in \"100ms\" or \"3s\", but is \"2\"");
    }

    @Test
    void drawsAFixedTimeWhateverTheNumber() {
        assertThat(ThinkTime.parse("1s").draw(0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(ThinkTime.parse("1s").draw(.99)).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({"0, 1000", "0.25, 1500", "0.5, 2000", "0.75, 2500"})
    void drawsByTheInverseOfTheUniformDistribution(double u, long millis) {
        assertThat(ThinkTime.parse("1s..3s").draw(u)).isEqualTo(Duration.ofMillis(millis));
    }

    /** −2 s × ln(1 − u), to the nanosecond. */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.5, 1386294361",
        "0.6321205588285577, 2000000000",
        "0.9, 4605170186",
        "0.99, 9210340372",
        "0.999999, 27631021116"
    })
    void drawsByTheInverseOfTheExponentialDistribution(double u, long nanos) {
        assertThat(ThinkTime.parse("exp(2s)").draw(u)).isEqualTo(Duration.ofNanos(nanos));
    }

    @Test
    void drawsTimesOfTheExponentialMean() {
        Random random = new Random(1);
        ThinkTime think = ThinkTime.parse("exp(2s)");
        double mean = random.doubles(100_000)
                .mapToLong(u -> think.draw(u).toNanos())
                .average()
                .orElseThrow();

        // standard error of the mean is 2 s / √100000 = 6.3 ms
        assertThat(mean / 1e6).isBetween(1975.0, 2025.0);
    }

    @Test
    void drawsNoEndlessTimeForTheLargestNumber() {
        assertThat(ThinkTime.parse("exp(2s)").draw(Math.nextDown(1.0)))
                .isBetween(Duration.ofSeconds(73), Duration.ofSeconds(74));
    }
}
