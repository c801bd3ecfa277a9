package io.github.llmperf.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTests {

    private static List<Long> hit(Faults faults, int requests) {
        return LongStream.rangeClosed(1, requests)
                .filter(n -> faults.of(n).isPresent())
                .boxed()
                .toList();
    }

    @Test
    void neverHappenUnlessAskedFor() {
        assertThat(hit(Faults.none(), 1000)).isEmpty();
        assertThat(hit(Faults.none().with(Fault.CUT, FaultRate.NEVER), 1000)).isEmpty();
    }

    @Test
    void fallOnEachNthRequest() {
        assertThat(hit(Faults.none().with(Fault.STALL, FaultRate.every(3)), 10)).containsExactly(3L, 6L, 9L);
        assertThat(hit(Faults.none().with(Fault.STALL, FaultRate.every(1)), 2)).containsExactly(1L, 2L);
    }

    @Test
    void fallOnAboutTheShareAskedFor() {
        assertThat(hit(Faults.none().with(Fault.CUT, FaultRate.share(0.05)), 10_000))
                .hasSizeBetween(400, 600);
        assertThat(hit(Faults.none().with(Fault.CUT, FaultRate.share(1)), 5)).hasSize(5);
    }

    @Test
    void areTheSameForTheSameSeedOnly() {
        Faults faults = Faults.none().with(Fault.CUT, FaultRate.share(0.3));

        assertThat(hit(faults.withSeed(5), 100))
                .isEqualTo(hit(faults.withSeed(5), 100))
                .isNotEqualTo(hit(faults.withSeed(6), 100));
    }

    @Test
    void areDrawnIndependentlyOfEachOther() {
        Faults cuts = Faults.none().with(Fault.CUT, FaultRate.share(0.3));
        Faults stalls = Faults.none().with(Fault.STALL, FaultRate.share(0.3));

        assertThat(hit(cuts, 100)).isNotEqualTo(hit(stalls, 100));
    }

    @Test
    void happenOneAtATimeTheEarliestFirst() {
        Faults faults =
                Faults.none().with(Fault.STALL, FaultRate.every(2)).with(Fault.TOO_MANY_REQUESTS, FaultRate.every(4));

        assertThat(faults.of(2)).contains(Fault.STALL);
        assertThat(faults.of(4)).contains(Fault.TOO_MANY_REQUESTS);
    }

    @Test
    void readTheirRatesAsWritten() {
        assertThat(FaultRate.parse("every 10")).isEqualTo(FaultRate.every(10));
        assertThat(FaultRate.parse(" 2.5% ")).isEqualTo(FaultRate.share(0.025));
        assertThat(FaultRate.parse("")).isEqualTo(FaultRate.NEVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "every", "every x", "every 0", "every -1", "120%", "-1%", "x%", "%"})
    void refuseARateThatCannotBeRead(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FaultRate.parse(text))
                .withMessage("fault rate must be \"every 10\" (each tenth request) or a share such as \"5%\", but is \""
                        + text + "\"");
    }

    @Test
    void refuseNumbersOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Faults.none().withAfterTokens(-1))
                .withMessage("afterTokens must be 0 or more, but is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Faults.none().withRetryAfterSeconds(-1))
                .withMessage("retryAfterSeconds must be 0 or more, but is -1");
        assertThatIllegalArgumentException().isThrownBy(() -> new FaultRate(1, 0.5));
    }
}
