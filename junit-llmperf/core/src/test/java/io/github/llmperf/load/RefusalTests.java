package io.github.llmperf.load;

import static io.github.llmperf.load.RunTimesAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class RefusalTests {

    /** Succeeds first, so that nobody takes the target for dead. */
    private static Server afterOneSuccess(Server rest) {
        return (request, index, user) -> index == 0 ? request.answeredAfter(50) : rest.answer(request, index, user);
    }

    private static List<Long> sent(TestPlan plan, Server server) {
        return VirtualRun.sends(plan, server).stream()
                .map(send -> send.scheduled() / 1_000_000)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"0, 100", "1, 101", "99, 199", "100, 200", "101, 101", "5000, 5000"})
    void isWaitedForOnlyWhereItCameWithinATenthOfASecond(long after, long next) {
        Server refusing = (request, index, user) -> request.answeredAfter(after).failed(FailureKind.OVERLOAD);

        assertThat(sent(TestPlan.users(1).requests(2), refusing)).containsExactly(0L, next);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"CANCELLED", "TIMEOUT"})
    void ofAnyKindButATimeoutIsWaitedFor(FailureKind kind) {
        Server refusing = (request, index, user) -> request.answeredAfter(1).failed(kind);

        assertThat(sent(TestPlan.users(1).requests(2), refusing)).containsExactly(0L, 101L);
    }

    @Test
    void isNoneWhereTheTimeoutIsShort() {
        Server silent = (request, index, user) -> request.answeredAfter(50).failed(FailureKind.TIMEOUT);

        assertThat(sent(TestPlan.users(1).requests(2), silent)).containsExactly(0L, 50L);
    }

    @ParameterizedTest
    @CsvSource({"0, 101", "50, 101", "1000, 1001", "10000, 10001", "10001, 10001", "86400000, 10001"})
    void isObeyedUpToTenSeconds(long asked, long next) {
        Server refusing = (request, index, user) -> request.answeredAfter(1).refusedFor(asked);

        assertThat(sent(TestPlan.users(1).requests(2), refusing)).containsExactly(0L, next);
    }

    @Test
    void isObeyedHoweverLongItTook() {
        Server refusing = (request, index, user) -> request.answeredAfter(500).refusedFor(2_000);

        assertThat(sent(TestPlan.users(1).requests(2), refusing)).containsExactly(0L, 2_500L);
    }

    @Test
    void isNotWaitedForBeyondTheThinkTime() {
        Server refusing = (request, index, user) -> request.answeredAfter(1).refusedFor(2_000);

        assertThat(sent(TestPlan.users(1).think("3s").requests(2), refusing)).containsExactly(0L, 3_001L);
        assertThat(sent(TestPlan.users(1).think("500ms").requests(2), refusing)).containsExactly(0L, 2_001L);
    }

    @Test
    void boundsWhatUsersSend() {
        Server refusing = afterOneSuccess(
                (request, index, user) -> request.answeredAfter(1).failed(FailureKind.OVERLOAD));
        LoadRun run = VirtualRun.of(TestPlan.users(10).duration(Duration.ofSeconds(10)), refusing);

        assertThatRun(run).endedBy(End.COMPLETED);
        assertThat(run.records()).hasSizeBetween(900, 1_000);
    }

    @Test
    void costsTheUsersTimeInTheWindow() {
        Server refusing = (request, index, user) -> user == 0
                ? request.answeredAfter(100)
                : request.answeredAfter(0).refusedFor(400);
        LoadRun run = VirtualRun.of(TestPlan.users(2).duration(Duration.ofSeconds(1)), refusing);

        // user 1 waits from 0, 400 and 800; the window closes at 1000
        assertThat(run.waited().waits()).isEqualTo(3);
        assertThat(run.waited().seconds()).isCloseTo(1, within(1e-9));
    }

    @Test
    void costsNothingInTheWarmupNorWhereUsersThinkAsLong() {
        Server first = (request, index, user) ->
                index == 0 ? request.answeredAfter(1).refusedFor(300) : request.answeredAfter(100);
        LoadRun warm = VirtualRun.of(TestPlan.users(1).warmup("500ms").requests(5), first);
        LoadRun thinks = VirtualRun.of(TestPlan.users(1).think("300ms").requests(5), first);

        assertThat(warm.waited()).isEqualTo(RefusalWaits.NONE);
        assertThat(thinks.waited()).isEqualTo(RefusalWaits.NONE);
    }

    @Test
    void delaysNothingInAnOpenLoop() {
        Server refusing = afterOneSuccess(
                (request, index, user) -> request.answeredAfter(1).refusedFor(5_000));
        TestPlan plan = TestPlan.rate(10).requests(30);

        assertThat(sent(plan, refusing)).isEqualTo(sent(plan, Server.taking(10)));
        assertThat(VirtualRun.of(plan, refusing).waited()).isEqualTo(RefusalWaits.NONE);
    }
}
