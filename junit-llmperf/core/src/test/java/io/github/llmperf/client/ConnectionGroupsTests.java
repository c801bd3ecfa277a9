package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

class ConnectionGroupsTests {

    private static final OkHttpClient HTTP = new OkHttpClient();

    @Test
    void keepsAUserToOneGroup() {
        ConnectionGroups groups = new ConnectionGroups(HTTP, 1_000);

        assertThat(groups.of(777)).isSameAs(groups.of(777));
    }

    @Test
    void hasAsManyGroupsAsEachHasUsersSoThatNeitherNumberIsLarge() {
        ConnectionGroups groups = new ConnectionGroups(HTTP, 10_000);
        long pools = IntStream.range(0, 10_000)
                .mapToObj(user -> groups.of(user).connectionPool())
                .distinct()
                .count();

        assertThat(pools).isEqualTo(100);
        assertThat(IntStream.range(0, 10_000)
                        .filter(user -> groups.of(user) == groups.of(0))
                        .count())
                .isEqualTo(100);
    }

    @Test
    void hasOneGroupForOneUserOrNone() {
        assertThat(new ConnectionGroups(HTTP, 1).size()).isEqualTo(1);
        assertThat(new ConnectionGroups(HTTP, 0).size()).isEqualTo(1);
    }

    @Test
    void letsRequestsWithoutAUserShareTheirConnections() {
        ConnectionGroups groups = new ConnectionGroups(HTTP, 256);

        ConnectionPool first = groups.of(-1).connectionPool();

        assertThat(groups.of(-1).connectionPool()).isSameAs(first);
    }

    @Test
    void leavesNoGroupInTheHandsOfACommonPool() {
        ConnectionGroups groups = new ConnectionGroups(HTTP, 4);

        assertThat(groups.of(0).connectionPool()).isNotSameAs(HTTP.connectionPool());
        assertThat(groups.of(1).connectionPool()).isNotSameAs(groups.of(0).connectionPool());
    }
}
