package io.github.llmperf.client;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;

/**
 * The connections of a load in several small pools. OkHttp looks through a whole pool for each request and each time that a
 * connection becomes idle: with ten thousand in one pool most of the processor's time goes there. A user stays with its
 * pool, and so finds its connection again; requests without a user share the first one, so that none opens a connection
 * while another lies idle.
 */
final class ConnectionShards {

    /** Looking through as many takes a few microseconds; each pool may keep a thread of OkHttp's for a minute. */
    static final int USERS_PER_POOL = 256;

    private final List<OkHttpClient> clients;

    ConnectionShards(OkHttpClient http, int concurrency) {
        int pools = Math.max(1, (concurrency + USERS_PER_POOL - 1) / USERS_PER_POOL);
        clients = IntStream.range(0, pools)
                .mapToObj(pool -> pool == 0
                        ? http
                        : http.newBuilder()
                                .connectionPool(new ConnectionPool(USERS_PER_POOL, 1, TimeUnit.DAYS))
                                .build())
                .toList();
    }

    /** Returns the client whose pool has the connections of a user; −1 stands for a request without one. */
    OkHttpClient of(int user) {
        return clients.get(user < 0 ? 0 : user / USERS_PER_POOL % clients.size());
    }

    /** Closes all idle connections. */
    void close() {
        clients.get(0).dispatcher().executorService().shutdown();
        clients.forEach(http -> http.connectionPool().evictAll());
    }
}
