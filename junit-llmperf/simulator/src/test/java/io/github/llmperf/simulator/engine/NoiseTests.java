package io.github.llmperf.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class NoiseTests {

    private static double[] logs(Noise noise, int steps) {
        Noise.Series series = noise.begin();
        return DoubleStream.generate(series::next).limit(steps).map(Math::log).toArray();
    }

    private static double mean(double[] values) {
        return DoubleStream.of(values).average().orElseThrow();
    }

    @Test
    void changesNothingUnlessAsked() {
        assertThat(logs(Noise.NONE, 100)).containsOnly(0);
    }

    @Test
    void isTheSameForAWholeStart() {
        double[] logs = logs(new Noise(.05, 0, 0, 1), 100);
        assertThat(logs).containsOnly(logs[0]);
        assertThat(logs[0]).isNotZero();
        assertThat(logs(new Noise(.05, 0, 0, 2), 1)[0]).isNotEqualTo(logs[0]);
    }

    @Test
    void differsFromStartToStartByItsDeviation() {
        double squares = 0;
        for (int seed = 0; seed < 2000; seed++) {
            double log = logs(new Noise(.05, 0, 0, seed), 1)[0];
            squares += log * log;
        }
        assertThat(Math.sqrt(squares / 2000)).isCloseTo(.05, within(.005));
    }

    @Test
    void followsAnAutoregressiveSeries() {
        double[] logs = logs(new Noise(0, .1, .7, 3), 20_000);
        double mean = mean(logs);
        double variance = 0;
        double lagged = 0;
        for (int i = 1; i < logs.length; i++) {
            variance += (logs[i] - mean) * (logs[i] - mean);
            lagged += (logs[i] - mean) * (logs[i - 1] - mean);
        }
        assertThat(Math.sqrt(variance / logs.length)).isCloseTo(.1, within(.01));
        assertThat(lagged / variance).isCloseTo(.7, within(.03));
        assertThat(logs(new Noise(0, .1, .7, 3), 20_000)).isEqualTo(logs);
    }

    @Test
    void refusesNumbersThatMakeNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Noise(-1, 0, 0, 0))
                .withMessageContaining("startSd");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Noise(0, 5, 0, 0))
                .withMessageContaining("stepSd");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Noise(0, 0, 1, 0))
                .withMessageContaining("correlation");
    }
}
