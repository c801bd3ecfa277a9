package io.github.llmperf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.TargetProbe.Refusal;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class ReadinessTests {

    private static final Refusal REFUSED = refusal(FailureKind.CONNECT, "nothing answers at http://h:1/v1");
    private static final Refusal LOADING = refusal(FailureKind.OVERLOAD, "http://h:1/v1 has no room (loading)");
    private static final Refusal NO_KEY = refusal(FailureKind.AUTH, "the key is missing");

    private final List<String> said = new ArrayList<>();
    private final List<Long> pausesMillis = new ArrayList<>();
    private final List<Duration> allowed = new ArrayList<>();
    private long now = 7_000_000_000L;

    private final NanoClock clock = new NanoClock() {
        @Override
        public long now() {
            return now;
        }

        @Override
        public void sleepUntil(long moment) {
            pausesMillis.add((moment - now) / 1_000_000);
            now = moment;
        }
    };

    private static Refusal refusal(FailureKind kind, String advice) {
        return new Refusal(Failure.of(kind, "said"), advice);
    }

    /** Each answer comes at once; null stands for a target that is ready. */
    private Readiness.End wait(String patience, IntFunction<Optional<Refusal>> answers) throws InterruptedException {
        int[] tries = {0};
        return new Readiness("http://h:1", io.github.llmperf.plan.Times.parse(patience), clock, said::add, longest -> {
                    allowed.add(longest);
                    return answers.apply(++tries[0]);
                })
                .await();
    }

    @Test
    void saysNothingWhenTheTargetIsReadyAtOnce() throws Exception {
        assertThat(wait("2m", n -> Optional.empty())).isEqualTo(new Readiness.End.Ready());
        assertThat(said).isEmpty();
        assertThat(pausesMillis).isEmpty();
        assertThat(allowed).containsExactly(Duration.ofMinutes(2));
    }

    @Test
    void asksAgainWithPausesThatGrowToTwoSeconds() throws Exception {
        Readiness.End end = wait("2m", n -> n <= 10 ? Optional.of(REFUSED) : Optional.empty());

        assertThat(end).isEqualTo(new Readiness.End.Ready());
        assertThat(pausesMillis).containsExactly(100L, 150L, 225L, 337L, 506L, 759L, 1139L, 1708L, 2000L, 2000L);
    }

    @Test
    void saysThatItWaitsEachTenSecondsAndWhenItIsOver() throws Exception {
        Readiness.End end =
                wait("2m", n -> n <= 5 ? Optional.of(REFUSED) : n <= 20 ? Optional.of(LOADING) : Optional.empty());

        assertThat(end).isEqualTo(new Readiness.End.Ready());
        assertThat(said)
                .containsExactly(
                        "waiting up to 2m until http://h:1 is ready: nothing answers at http://h:1/v1",
                        "still waiting for http://h:1 after 11 s (12 tries): http://h:1/v1 has no room (loading)",
                        "still waiting for http://h:1 after 21 s (17 tries): http://h:1/v1 has no room (loading)",
                        "http://h:1 is ready after 29 s (21 tries)");
    }

    @Test
    void endsInVainWithTheTimeTheTriesAndTheLastFailure() throws Exception {
        Readiness.End end = wait("5s", n -> Optional.of(n < 3 ? REFUSED : LOADING));

        assertThat(end)
                .isEqualTo(new Readiness.End.InVain("http://h:1 was not ready within waitFor = \"5s\" (waited 5 s,"
                        + " 10 tries). The last one: http://h:1/v1 has no room (loading). If it only takes longer,"
                        + " raise waitFor"));
        assertThat(now).as("the last try is at the end itself").isEqualTo(12_000_000_000L);
        assertThat(allowed.get(allowed.size() - 1))
                .as("time for a request that is begun at the end")
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void countsTheTimeOfRequestsThatHang() throws Exception {
        Readiness.End end = wait("30s", n -> {
            now += 40_000_000_000L;
            return Optional.of(LOADING);
        });

        assertThat(((Readiness.End.InVain) end).message()).contains("(waited 40 s, 1 try)");
        assertThat(pausesMillis).isEmpty();
    }

    @Test
    void endsAtOnceWithWhatWaitingDoesNotChange() throws Exception {
        Readiness.End end = wait("2m", n -> Optional.of(n == 1 ? LOADING : NO_KEY));

        assertThat(end).isEqualTo(new Readiness.End.Final(NO_KEY));
        assertThat(pausesMillis).containsExactly(100L);
        assertThat(said).hasSize(1);
    }
}
