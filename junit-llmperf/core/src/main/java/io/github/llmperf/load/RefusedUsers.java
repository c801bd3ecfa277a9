package io.github.llmperf.load;

/** The users that wait after a refusal, and what that costs. Not safe for threads: the lock of its loop guards it. */
final class RefusedUsers {

    private final long[] from;
    private final long[] until;
    private long waits;
    private long nanos;

    RefusedUsers(int users) {
        from = new long[users];
        until = new long[users];
    }

    /** A user waits from the moment at which it would have sent. */
    void pause(int user, long since, long end) {
        from[user] = since;
        until[user] = Math.max(since, end);
    }

    /** A user waits no more; what lies inside the window is counted. */
    void done(int user, long opened, long closed) {
        long inside = Math.min(until[user], closed) - Math.max(from[user], opened);
        if (inside > 0) {
            waits++;
            nanos += inside;
        }
        until[user] = from[user];
    }

    /** Ends all waits with the window and returns what they cost. */
    RefusalWaits ended(long opened, long closed) {
        for (int user = 0; user < from.length; user++) {
            done(user, opened, closed);
        }
        return new RefusalWaits(waits, nanos / 1e9);
    }
}
