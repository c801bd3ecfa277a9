package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
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
    void givesARequestWithoutAUserTheSeatThatBecameFreeLast() {
        ConnectionGroups groups = new ConnectionGroups(HTTP, 256);
        int first = groups.take(-1);
        int second = groups.take(-1);
        int third = groups.take(-1);

        groups.giveBack(-1, first);
        groups.giveBack(-1, third);

        assertThat(groups.take(-1)).isEqualTo(third);
        assertThat(groups.take(-1)).isEqualTo(first);
        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
    }

    @Test
    void givesAUserItsOwnPlace() {
        ConnectionGroups groups = new ConnectionGroups(HTTP, 256);

        assertThat(groups.take(7)).isEqualTo(7);
    }

    @Test
    void leavesNoGroupInTheHandsOfACommonPool() {
        ConnectionGroups groups = new ConnectionGroups(HTTP, 4);

        assertThat(groups.of(0).connectionPool()).isNotSameAs(HTTP.connectionPool());
        assertThat(groups.of(1).connectionPool()).isNotSameAs(groups.of(0).connectionPool());
    }
}
