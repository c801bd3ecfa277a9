package io.github.llmperf.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.client.LocalPorts;
import io.github.llmperf.load.TestPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortLimitsTests {

    @TempDir
    Path root;

    @Test
    void refuseMoreUsersThanOneAddressCanHaveConnections() throws Exception {
        range("32768\t60999\n");

        assertThatThrownBy(
                        () -> new PortLimits(root).check(TestPlan.users(30_000).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("users must be at most 28,232 on this machine, but is 30,000: each takes a connection, and"
                        + " net.ipv4.ip_local_port_range has that many local ports for connections to one address;"
                        + " widen it, lower users, or share them out among several machines");
        assertThatCode(() -> new PortLimits(root).check(TestPlan.users(28_232).build()))
                .doesNotThrowAnyException();
    }

    /** A file of the kernel's is not read as others are. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void areReadFromTheKernel() {
        assertThat(LocalPorts.of(Path.of("/"))).hasValueSatisfying(ports -> {
            assertThat(ports.first()).isPositive();
            assertThat(ports.count()).isPositive();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "a b", "9 1"})
    void areUnknownWhereTheyCannotBeRead(String text) throws Exception {
        range(text);

        assertThatCode(() -> new PortLimits(root).check(TestPlan.users(100_000).build()))
                .doesNotThrowAnyException();
    }

    @Test
    void areNotCheckedOnOtherSystems() {
        assertThatCode(() -> new PortLimits(root).check(TestPlan.users(100_000).build()))
                .doesNotThrowAnyException();
    }

    private void range(String text) throws IOException {
        Path file = root.resolve("proc/sys/net/ipv4/ip_local_port_range");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
