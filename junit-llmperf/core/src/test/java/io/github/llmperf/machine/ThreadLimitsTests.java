package io.github.llmperf.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.load.TestPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadLimitsTests {

    @TempDir
    Path root;

    @Test
    void refuseMoreUsersThanAPodMayStartThreads() throws Exception {
        write("proc/self/cgroup", "0::/\n");
        group("sys/fs/cgroup", "600", 31);

        assertThatThrownBy(() -> limits().check(TestPlan.users(2000).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("users must be at most 561 in this process, but is 2,000: each takes a thread on this Java,"
                        + " and of the 600 processes and threads that pids.max of " + root.resolve("sys/fs/cgroup")
                        + " allows 31 exist already and 8 are kept free; raise the limit (of a pod or container, or"
                        + " ulimit -u), run the tests on Java 24 or newer, where users take no threads of the system,"
                        + " or lower users");
        assertThatCode(() -> limits().check(TestPlan.users(561).build())).doesNotThrowAnyException();
    }

    @Test
    void lookAtTheGroupsAbove() throws Exception {
        write("proc/self/cgroup", "0::/system.slice/runner\n");
        group("sys/fs/cgroup/system.slice/runner", "max", 10);
        group("sys/fs/cgroup/system.slice", "100", 50);

        assertThat(limits().tightest())
                .contains(new ThreadLimits.Bound("pids.max of " + root.resolve("sys/fs/cgroup/system.slice"), 100, 50));
    }

    @Test
    void readTheFirstVersionOfControlGroups() throws Exception {
        write("proc/self/cgroup", "9:name=systemd:/\n8:pids:/docker/4711\n4:memory:/\n0::/\n");
        group("sys/fs/cgroup/pids/docker/4711", "300", 20);

        assertThat(limits().tightest()).map(ThreadLimits.Bound::limit).contains(300L);
    }

    /** In a container the path is that of the host, and only the top is mounted. */
    @Test
    void findTheirGroupWhereItsPathIsTheHosts() throws Exception {
        write("proc/self/cgroup", "8:pids:/kubepods/pod1/c1\n");
        group("sys/fs/cgroup/pids", "600", 20);

        assertThat(limits().tightest()).map(ThreadLimits.Bound::limit).contains(600L);
    }

    @Test
    void leaveNoDirectoryOfControlGroups() throws Exception {
        write("proc/self/cgroup", "0::/../../..\n");
        group("", "1", 1);

        assertThat(limits().tightest()).isEmpty();
    }

    @Test
    void countTheThreadsOfThisProcessAgainstThoseOfItsUser() throws Exception {
        user(1000, "500");

        assertThat(limits().tightest()).contains(new ThreadLimits.Bound("ulimit -u", 500, 20));
        assertThatThrownBy(() -> limits().check(TestPlan.users(500).build()))
                .hasMessageStartingWith("users must be at most 472 in this process, but is 500: ");
    }

    @Test
    void spareRootWhomNoLimitBinds() throws Exception {
        user(0, "500");

        assertThat(limits().tightest()).isEmpty();
    }

    @Test
    void knowWhatUnlimitedMeans() throws Exception {
        user(1000, "unlimited");

        assertThat(limits().tightest()).isEmpty();
    }

    @Test
    void bindOnlyWhereUsersAreThreadsOfTheSystem() throws Exception {
        user(1000, "500");

        assertThatCode(() -> new ThreadLimits(root, false)
                        .check(TestPlan.users(10_000).build()))
                .doesNotThrowAnyException();
    }

    @Test
    void doNotGuessHowManyRequestsARateKeepsInFlight() throws Exception {
        user(1000, "50");

        assertThatCode(() -> limits().check(TestPlan.rate(5000).requests(5000).build()))
                .doesNotThrowAnyException();
    }

    @Test
    void areNotCheckedOnOtherSystems() {
        assertThatCode(() -> limits().check(TestPlan.users(1_000_000).build())).doesNotThrowAnyException();
    }

    private ThreadLimits limits() {
        return new ThreadLimits(root, true);
    }

    private void user(int id, String most) throws IOException {
        write("proc/self/status", "Name:\tjava\nUid:\t" + id + "\t" + id + "\t" + id + "\t" + id + "\nThreads:\t20\n");
        write(
                "proc/self/limits",
                "Limit                     Soft Limit           Hard Limit           Units\n"
                        + "Max cpu time              unlimited            unlimited            seconds\n"
                        + "Max processes             " + most + "                  4096                 processes\n");
    }

    private void group(String path, String max, int current) throws IOException {
        write(path + "/pids.max", max + "\n");
        write(path + "/pids.current", current + "\n");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path.replaceFirst("^/", ""));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
