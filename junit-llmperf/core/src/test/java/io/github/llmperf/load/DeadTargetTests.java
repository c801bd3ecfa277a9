package io.github.llmperf.load;

import static io.github.llmperf.load.RunTimesAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class DeadTargetTests {

    @Test
    void isNoneWhereHalfOfTheUsersAreRefusedAndTheOthersServed() {
        Server half = (request, index, user) -> user % 2 == 0
                ? request.answeredAfter(5_000)
                : request.answeredAfter(1).failed(FailureKind.OVERLOAD);
        LoadRun run = VirtualRun.of(TestPlan.users(60).duration(Duration.ofSeconds(20)), half);

        assertThatRun(run).endedBy(End.COMPLETED);
        assertThat(run.records()).filteredOn(record -> record.succeeded()).hasSize(30 * 4);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"CONNECT", "AUTH", "SERVER_ERROR", "BAD_REQUEST", "TRUNCATED", "PROTOCOL"})
    void isNoneWhileAnOlderRequestIsInFlight(FailureKind kind) {
        Server slowFirst = (request, index, user) -> index == 0
                ? request.answeredAfter(30_000)
                : request.answeredAfter(1).failed(kind);
        LoadRun run = VirtualRun.of(TestPlan.users(2).duration(Duration.ofSeconds(40)), slowFirst);

        assertThatRun(run).endedBy(End.COMPLETED);
    }

    @Test
    void isOneOnceTheOldestHasFailedToo() {
        Server hanging = (request, index, user) -> index == 0
                ? request.answeredAfter(3_000).failed(FailureKind.TIMEOUT)
                : request.answeredAfter(1).failed(FailureKind.CONNECT);
        LoadRun run = VirtualRun.of(TestPlan.users(2).duration(Duration.ofSeconds(40)), hanging);

        assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED);
        assertThat(run.times().ended() / 1_000_000).isBetween(3_000L, 3_101L);
    }

    @Test
    void isOneWhereConnectionsAreRefusedAtOnce() {
        Server gone = (request, index, user) -> request.answeredAfter(0).failed(FailureKind.CONNECT);

        assertThatRun(VirtualRun.of(TestPlan.users(20).requests(1000), gone))
                .endedBy(End.NOTHING_SUCCEEDED)
                .endedAt(0);
    }

    @Test
    void isOneInAnOpenLoopWhoseFailuresTakeDifferentTimes() {
        Server failing = (request, index, user) ->
                request.answeredAfter(500 + 37L * index % 400).failed(FailureKind.SERVER_ERROR);
        LoadRun run = VirtualRun.of(TestPlan.rate(100).requests(10_000), failing);

        assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED);
        assertThat(run.times().ended() / 1_000_000).isLessThan(2_000);
    }

    @Test
    void hasTenSecondsToFindRoom() {
        Server full = (request, index, user) -> request.answeredAfter(1).failed(FailureKind.OVERLOAD);
        LoadRun run = VirtualRun.of(TestPlan.users(5).duration(Duration.ofMinutes(1)), full);

        assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED);
        assertThat(run.times().ended() / 1_000_000).isBetween(10_000L, 10_101L);
    }

    @Test
    void isNoneWhereRoomIsFoundInTime() {
        Server fullAtFirst = (request, index, user) -> request.build().moments().sent() < 3_000_000_000L
                ? request.answeredAfter(1).failed(FailureKind.OVERLOAD)
                : request.answeredAfter(50);
        LoadRun run = VirtualRun.of(TestPlan.users(5).duration(Duration.ofSeconds(10)), fullAtFirst);

        assertThatRun(run).endedBy(End.COMPLETED);
        assertThat(run.records()).filteredOn(record -> record.succeeded()).hasSizeGreaterThan(600);
    }

    @Test
    void isNeverSeenInPromptsThatDoNotFit() {
        Server tooLong = (request, index, user) -> request.answeredAfter(1).failed(FailureKind.LENGTH);

        assertThatRun(VirtualRun.of(TestPlan.users(5).requests(200), tooLong))
                .endedBy(End.COMPLETED)
                .hasMeasured(200);
        assertThatRun(VirtualRun.of(TestPlan.rate(50).requests(200), tooLong))
                .endedBy(End.COMPLETED)
                .hasMeasured(200);
    }

    @Test
    void isSeenInWhatFailsBesidePromptsThatDoNotFit() {
        Server tooLongOrBroken = (request, index, user) ->
                request.answeredAfter(1).failed(index % 2 == 0 ? FailureKind.LENGTH : FailureKind.SERVER_ERROR);
        LoadRun run = VirtualRun.of(TestPlan.rate(50).requests(200), tooLongOrBroken);

        assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED);
        assertThat(run.records()).hasSize(40);
    }

    @Test
    void isNoneAfterOneSuccess() {
        Server thenDead = (request, index, user) -> index == 0
                ? request.answeredAfter(10)
                : request.answeredAfter(1).failed(FailureKind.CONNECT);

        assertThatRun(VirtualRun.of(TestPlan.users(1).requests(100), thenDead)).endedBy(End.COMPLETED);
    }
}
