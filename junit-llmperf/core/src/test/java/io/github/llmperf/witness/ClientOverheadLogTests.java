package io.github.llmperf.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.client.RequestTimestamps;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ClientOverheadLogTests {

    private static final long MS = 1_000_000;
    private static final Offset<Double> NEAR = within(.001);

    private final ClientOverheadLog log = new ClientOverheadLog(true);

    @Test
    void knowsNothingWithoutAnEvent() {
        assertThat(log.added(0, 100 * MS).isKnown()).isFalse();

        log.add(new ReferenceRequest(0, 0, RequestTimestamps.NEVER, new long[0], new long[0]));

        assertThat(log.added(0, 100 * MS)).isEqualTo(ClientOverhead.UNKNOWN);
    }

    @Test
    void findsNothingAddedWhereAllComesInTime() {
        run(20, moment -> moment);

        ClientOverhead added = log.added(0, 1000 * MS);

        assertThat(added.ttft()).isEqualTo(new Lateness(0, 0, 0));
        assertThat(added.gap()).isEqualTo(new Lateness(0, 0, 0));
        assertThat(added.sending()).isEqualTo(new Lateness(0, 0, 0));
        assertThat(added.longestStallMs()).isZero();
        assertThat(added.coveredSeconds()).isEqualTo(.995);
        assertThat(added.coveredPart()).isEqualTo(.995);
    }

    @Test
    void doesNotSpeakForATimeOfWhichItSawLessThanHalf() {
        run(20, moment -> moment);

        assertThat(log.added(0, 1900 * MS).isKnown()).isTrue();
        assertThat(log.added(0, 2100 * MS).isKnown()).isFalse();
    }

    @Test
    void leavesOutWhatIsSentLateWhereLatenciesCountFromSending() {
        ClientOverheadLog closedLoop = new ClientOverheadLog(false);
        closedLoop.add(new ReferenceRequest(0, 30 * MS, 31 * MS, new long[] {31 * MS}, new long[] {33 * MS}));

        ClientOverhead added = closedLoop.added(0, 50 * MS);

        assertThat(added.ttft().maxMs()).isEqualTo(2);
        assertThat(added.sending().maxMs()).isEqualTo(30);
    }

    @Test
    void takesTheLongerOfTheTwoThreadsThatWaitAndNotTheirSum() {
        log.add(new ReferenceRequest(0, MS, 3 * MS, new long[] {3 * MS}, new long[] {7 * MS}));

        ClientOverhead added = log.added(0, 50 * MS);

        assertThat(added.ttft().maxMs())
                .as("sent 1 ms late, read 4 ms after writing")
                .isEqualTo(5);
        assertThat(added.sending().maxMs())
                .as("2 ms to the server, sent 1 ms late")
                .isEqualTo(2);
    }

    @Test
    void comparesGapsAsTheyWereSeenWithThoseWrittenAndThoseDue() {
        long[] written = {0, 5 * MS, 12 * MS, 17 * MS};
        long[] seen = {0, 6 * MS, 12 * MS, 17 * MS};
        log.add(new ReferenceRequest(0, 0, 0, written, seen));

        ClientOverhead added = log.added(0, 17 * MS);

        assertThat(added.gap().maxMs()).as("written 2 ms late").isEqualTo(2);
        assertThat(added.gap().p50Ms()).as("seen 1 ms late").isEqualTo(1);
    }

    @Test
    void countsAStallWithItsLength() {
        run(30, stop(503 * MS, 200 * MS));

        ClientOverhead added = log.added(0, 1500 * MS);

        assertThat(added.gap().p99Ms()).as("13 % of the time").isCloseTo(198, within(5.0));
        assertThat(added.ttft().p99Ms()).isGreaterThan(140);
        assertThat(added.ttft().p50Ms()).isZero();
        assertThat(added.longestStallMs()).isCloseTo(198, within(5.0));
        assertThat(added.coveredPart()).isGreaterThan(.99);
    }

    @Test
    void seesAStallWhileNoStreamIsOpen() {
        run(30, stop(497 * MS, 200 * MS));

        assertThat(log.added(0, 1500 * MS).gap().p99Ms()).isCloseTo(197, within(5.0));
    }

    @Test
    void seesAProcessThatIsStoppedAgainAndAgain() {
        run(400, moment -> moment % (3333 * MS) > 2833 * MS ? moment - moment % (3333 * MS) + 3333 * MS : moment);

        ClientOverhead added = log.added(0, 20_000 * MS);

        assertThat(added.gap().p99Ms()).isGreaterThan(490);
        assertThat(added.ttft().p99Ms()).as("15 % of the time, up to 500 ms").isGreaterThan(400);
        assertThat(added.sending().p99Ms()).isGreaterThan(400);
        assertThat(added.ttft().p50Ms()).isZero();
    }

    @Test
    void doesNotTakeOneShortHiccupForAHundredthOfTheTime() {
        run(200, stop(5003 * MS, 30 * MS));

        ClientOverhead added = log.added(0, 10_000 * MS);

        assertThat(added.gap().p99Ms()).isZero();
        assertThat(added.gap().maxMs()).isCloseTo(28, within(5.0));
    }

    @Test
    void leavesOutWhatWasBeforeTheWindow() {
        run(40, stop(503 * MS, 200 * MS));

        assertThat(log.added(1000 * MS, 2000 * MS).gap().maxMs()).isZero();
        assertThat(log.added(1000 * MS, 1500 * MS).coveredSeconds()).isCloseTo(.5, NEAR);
    }

    @Test
    void joinsTwoWindows() {
        run(20, stop(503 * MS, 20 * MS));
        ClientOverhead calm = log.added(0, 500 * MS);
        ClientOverhead both = calm.worse(log.added(500 * MS, 1000 * MS));

        assertThat(both.gap().maxMs()).isGreaterThan(10);
        assertThat(both.coveredSeconds()).isCloseTo(.995, NEAR);
        assertThat(both.coveredPart()).isCloseTo(.995, NEAR);
        assertThat(calm.worse(ClientOverhead.UNKNOWN)).isEqualTo(calm);
        assertThat(ClientOverhead.UNKNOWN.worse(calm)).isEqualTo(calm);
    }

    /** Nothing happens from one moment on for a time. */
    private static LongUnaryOperator stop(long from, long length) {
        return moment -> moment >= from && moment < from + length ? from + length : moment;
    }

    /** Plays the witness in a process in which whatever is due happens when it says. */
    private void run(int rounds, LongUnaryOperator happens) {
        long end = rounds * Timetable.ROUND;
        long scheduled = 0;
        while (scheduled < end) {
            long now = happens.applyAsLong(scheduled);
            long missed = Timetable.missed(scheduled, now);
            log.missed(scheduled, missed, now);
            scheduled += missed * Timetable.ROUND;
            long[] moments = new long[Timetable.EVENTS];
            for (int i = 0; i < moments.length; i++) {
                moments[i] = Math.max(now, happens.applyAsLong(Timetable.due(scheduled, i)));
            }
            log.add(new ReferenceRequest(scheduled, now, now, moments, Arrays.copyOf(moments, moments.length)));
            scheduled += Timetable.ROUND;
        }
    }
}
