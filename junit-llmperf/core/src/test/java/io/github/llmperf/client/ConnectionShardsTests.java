package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

class ConnectionShardsTests {

    private final OkHttpClient http = new OkHttpClient();

    @Test
    void areOnePoolForFewUsers() {
        ConnectionShards shards = new ConnectionShards(http, 64);

        assertThat(shards.of(0)).isSameAs(http);
        assertThat(shards.of(63)).isSameAs(http);
    }

    @Test
    void areManySmallPoolsForManyUsers() {
        ConnectionShards shards = new ConnectionShards(http, 1000);

        assertThat(IntStream.range(0, 1000)
                        .mapToObj(user -> shards.of(user).connectionPool())
                        .distinct())
                .hasSize(16);
        assertThat(shards.of(64)).isNotSameAs(shards.of(63)).isSameAs(shards.of(127));
    }

    @Test
    void shareOnePoolAmongRequestsWithoutAUser() {
        assertThat(new ConnectionShards(http, 1000).of(-1)).isSameAs(http);
    }

    @Test
    void shareEverythingElse() {
        ConnectionShards shards = new ConnectionShards(http, 200);

        assertThat(shards.of(199).dispatcher()).isSameAs(http.dispatcher());
        assertThat(shards.of(199).socketFactory()).isSameAs(http.socketFactory());
    }
}
