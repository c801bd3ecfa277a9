package io.github.llmperf.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.load.TestPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Target;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenFilesTests {

    /** 936 are left: 1,024 less 24 that are open and 64 that are kept free. */
    private final OpenFiles files = new OpenFiles(() -> Optional.of(new OpenFiles.Count(24, 1024)));

    @Test
    void refuseMoreUsersThanConnectionsCanBeOpened() {
        assertThatThrownBy(() -> files.check(TestPlan.users(10_000).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("users must be at most 936 in this process, but is 10,000: each takes a connection, and of"
                        + " the 1,024 files that may be open 24 are open already and 64 are kept free; raise the limit"
                        + " in the shell that starts the build (ulimit -n 16384), or lower users");
    }

    @Test
    void allowAsManyAsFit() {
        assertThatCode(() -> files.check(TestPlan.users(936).build())).doesNotThrowAnyException();
        assertThatThrownBy(() -> files.check(TestPlan.users(937).build()))
                .hasMessageStartingWith("users must be at most 936");
    }

    @Test
    void countTheConnectionsToASecondTarget() {
        Pairing pairing = new Pairing(Target.at("http://localhost:8001"), 2);
        assertThatCode(() -> files.check(TestPlan.users(468).build().withPairing(pairing)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> files.check(TestPlan.users(469).build().withPairing(pairing)))
                .hasMessageStartingWith(
                        "users must be at most 468 in this process, but is 469: each takes a connection to"
                                + " either target, and of the 1,024 files");
    }

    @Test
    void lookAtTheCapOfAnOpenLoop() {
        assertThatThrownBy(() -> files.check(
                        TestPlan.rate(5).maxInFlight(937).requests(10).build()))
                .hasMessageStartingWith("maxInFlight must be at most 936 in this process, but is 937: ");
    }

    @Test
    void lookAtTheRequestsThatAreSentAtOnce() {
        assertThatThrownBy(() -> files.check(
                        TestPlan.rate(Double.POSITIVE_INFINITY).requests(937).build()))
                .hasMessageStartingWith("requests must be at most 936 in this process, but is 937: ")
                .hasMessageEndingWith("(ulimit -n 2048), or lower requests");
    }

    @Test
    void doNotGuessHowManyRequestsARateKeepsInFlight() {
        assertThatCode(() -> files.check(
                        TestPlan.rate(5000).duration(Duration.ofMinutes(1)).build()))
                .doesNotThrowAnyException();
    }

    @Test
    void areNotCheckedOnSystemsThatDoNotCountThem() {
        assertThatCode(() -> new OpenFiles(Optional::empty)
                        .check(TestPlan.users(1_000_000).build()))
                .doesNotThrowAnyException();
    }

    @Test
    void neverAllowLessThanNothing() {
        OpenFiles full = new OpenFiles(() -> Optional.of(new OpenFiles.Count(1020, 1024)));

        assertThatThrownBy(() -> full.check(TestPlan.users(1).build()))
                .hasMessageStartingWith("users must be at most 0 in this process, but is 1: ");
    }

    @Test
    void ofThisProcessAreKnownWhereTheSystemCountsThem() {
        OpenFiles.ofProcess().system().get().ifPresent(count -> {
            assertThat(count.open()).isPositive();
            assertThat(count.limit()).isGreaterThan(count.open());
        });
    }
}
