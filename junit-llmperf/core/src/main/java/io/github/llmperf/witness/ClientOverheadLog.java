package io.github.llmperf.witness;

import io.github.llmperf.client.RequestTimestamps;

/**
 * What the client added, worked out from what both ends of the reference stream saw.
 *
 * <p>Of the server's thread, which must wake up in time to write, and the client's, which must wake up to read, the
 * longer delay counts and not the sum: a load has no such server in its process. When the whole process is stopped, one of
 * them is as late as the stop was long, so that no stop is lost. What remains is one-sided: where the server's thread is
 * the later one, for the timer of an idle machine (some 0.1 ms) too, its delay is counted as the client's.
 *
 * <p>Every value is weighted by how long it lasted, so percentiles are shares of time. Safe for use by several threads.
 */
final class ClientOverheadLog {

    private static final double NANOS_PER_SECOND = 1e9;

    private final boolean fromSchedule;
    private final WeightedValues ttft = new WeightedValues();
    private final WeightedValues gaps = new WeightedValues();
    private final WeightedValues sending = new WeightedValues();
    private final WeightedValues stalls = new WeightedValues();
    private long lastSeen = RequestTimestamps.NEVER;
    private long nextDue = RequestTimestamps.NEVER;

    /**
     * Creates a log.
     *
     * @param fromSchedule whether the load's latencies count from when a request is due, as in open loop; in closed loop
     *     they count from when it is sent, and what is sent late is in none of them
     */
    ClientOverheadLog(boolean fromSchedule) {
        this.fromSchedule = fromSchedule;
    }

    /** Adds rounds in which no request could be sent, because the client came back too late. */
    synchronized void missed(long scheduled, long rounds, long now) {
        for (long round = 0; round < rounds; round++) {
            long due = scheduled + round * Timetable.ROUND;
            if (fromSchedule) {
                ttft.add(due, due + Timetable.ROUND, now - due);
            }
            sending.add(due, due + Timetable.ROUND, now - due);
        }
    }

    /** Adds a request that was sent. */
    synchronized void add(ReferenceRequest one) {
        long end = one.scheduled() + Timetable.ROUND;
        long late = one.sent() - one.scheduled();
        if (one.arrived() != RequestTimestamps.NEVER) {
            sending.add(one.scheduled(), end, Math.max(late, one.arrived() - one.sent()));
        }
        between(one.sent());
        int events = Math.min(one.seen().length, one.written().length);
        if (events == 0) {
            return;
        }
        long answered = Math.max(one.written()[0] - one.sent(), one.seen()[0] - one.written()[0]);
        ttft.add(one.scheduled(), end, fromSchedule ? late + answered : answered);
        // Sending a request takes some time by itself; only a delay longer than a gap would have delayed a token.
        gap(one.sent(), one.seen()[0], answered >= Timetable.STEP ? answered : 0);
        for (int i = 1; i < events; i++) {
            long seen = one.seen()[i] - one.seen()[i - 1];
            long written = one.written()[i] - one.written()[i - 1];
            gap(
                    one.seen()[i - 1],
                    one.seen()[i],
                    Math.max(Math.abs(seen - written), Math.abs(written - Timetable.STEP)));
        }
        lastSeen = one.seen()[events - 1];
        nextDue = end;
    }

    /** While no stream is open, a stall shows in how late the next request is sent. */
    private void between(long sent) {
        if (lastSeen != RequestTimestamps.NEVER) {
            gap(lastSeen, sent, Math.max(0, sent - nextDue));
        }
    }

    private void gap(long from, long to, long value) {
        gaps.add(from, to, value);
        stalls.add(from, to, to - from - Timetable.STEP);
    }

    /** Returns what was added from one moment to another. */
    synchronized ClientOverhead added(long begin, long end) {
        long covered = gaps.covered(begin, end);
        if (covered == 0) {
            return ClientOverhead.UNKNOWN;
        }
        return new ClientOverhead(
                ttft.lateness(begin, end),
                gaps.lateness(begin, end),
                sending.lateness(begin, end),
                covered / NANOS_PER_SECOND,
                Math.min(1, (double) covered / (end - begin)),
                stalls.lateness(begin, end).maxMs());
    }
}
