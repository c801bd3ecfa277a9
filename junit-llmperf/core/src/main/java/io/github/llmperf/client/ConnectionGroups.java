package io.github.llmperf.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/**
 * The connections of a load in groups, each with a pool of its own: for every request OkHttp looks at all connections of
 * a pool, taking the lock of each, once to find an idle one and once more when the request has ended. With a thousand
 * users that is what a request spends most of its time on. A user keeps to its group, so that no more connections are
 * opened than there are users. A request without a user takes a seat, the one that became free last: its connection waits
 * in the seat's group.
 */
final class ConnectionGroups {

    private final List<OkHttpClient> groups = new ArrayList<>();
    private final OkHttpClient fresh;
    private final ConcurrentLinkedDeque<Integer> freeSeats = new ConcurrentLinkedDeque<>();
    private final AtomicInteger seats = new AtomicInteger();

    /**
     * Prepares groups; nothing is opened yet.
     *
     * @param concurrency most requests at the same time: that many connections are kept
     */
    ConnectionGroups(OkHttpClient http, int concurrency) {
        int most = Math.max(1, concurrency);
        int count = (int) Math.round(Math.sqrt(most));
        for (int i = 0; i < count; i++) {
            groups.add(http.newBuilder()
                    .connectionPool(new ConnectionPool(most, 1, TimeUnit.DAYS))
                    .dispatcher(new Dispatcher())
                    .build());
        }
        fresh = http.newBuilder()
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.DAYS))
                .dispatcher(new Dispatcher())
                .build();
    }

    /** Returns connections that serve one request each. */
    OkHttpClient fresh() {
        return fresh;
    }

    /** Returns the group of a user or a seat. */
    OkHttpClient of(int place) {
        return groups.get(place % groups.size());
    }

    /** Takes a place for a request: its user's, or a seat where it has none. */
    int take(int user) {
        if (user >= 0) {
            return user;
        }
        Integer free = freeSeats.pollFirst();
        return free == null ? seats.getAndIncrement() : free;
    }

    /** Returns whether a request without a user would get a seat that nobody had, and so a connection of its own. */
    boolean hasNoSeat(int user) {
        return user < 0 && freeSeats.isEmpty();
    }

    /** Gives back what {@link #take} returned. */
    void giveBack(int user, int place) {
        if (user < 0) {
            freeSeats.addFirst(place);
        }
    }

    int size() {
        return groups.size();
    }

    /** Closes all idle connections. */
    void evictAll() {
        groups.forEach(group -> group.connectionPool().evictAll());
    }
}
