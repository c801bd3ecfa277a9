package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

class ConnectionShardsTests {

    private final OkHttpClient http = new OkHttpClient();

    @Test
    void areOnePoolForFewUsers() {
        ConnectionShards shards = new ConnectionShards(http, 256);

        assertThat(shards.of(0)).isSameAs(http);
        assertThat(shards.of(255)).isSameAs(http);
    }

    @Test
    void areManySmallPoolsForManyUsers() {
        ConnectionShards shards = new ConnectionShards(http, 1000);

        assertThat(IntStream.range(0, 1000)
                        .mapToObj(user -> shards.of(user).connectionPool())
                        .distinct())
                .hasSize(4);
        assertThat(shards.of(256)).isNotSameAs(shards.of(255)).isSameAs(shards.of(511));
    }

    @Test
    void shareOnePoolAmongRequestsWithoutAUser() {
        assertThat(new ConnectionShards(http, 1000).of(-1)).isSameAs(http);
    }

    @Test
    void shareEverythingElse() {
        ConnectionShards shards = new ConnectionShards(http, 400);

        assertThat(shards.of(399).dispatcher()).isSameAs(http.dispatcher());
        assertThat(shards.of(399).socketFactory()).isSameAs(http.socketFactory());
    }
}
