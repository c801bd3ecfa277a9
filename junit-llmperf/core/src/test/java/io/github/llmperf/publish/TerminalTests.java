package io.github.llmperf.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalTests {

    @Test
    void drawsInThePlaceOfTheLastLine() {
        ByteArrayOutputStream device = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(device, 80);

        terminal.erase();
        terminal.draw("10 %");
        terminal.draw("20 %");
        terminal.erase();
        terminal.erase();

        assertThat(device.toString(UTF_8)).isEqualTo("\r\u001b[K10 %\r\u001b[K20 %\r\u001b[K");
    }

    @Test
    void staysOneColumnBelowTheWidthSoThatNothingWraps() {
        assertThat(new Terminal(new ByteArrayOutputStream(), 80).columns()).isEqualTo(79);
        assertThat(Terminal.columns(Map.of())).isEqualTo(80);
        assertThat(Terminal.columns(Map.of("COLUMNS", "132"))).isEqualTo(132);
        assertThat(Terminal.columns(Map.of("COLUMNS", "wide"))).isEqualTo(80);
        assertThat(Terminal.columns(Map.of("COLUMNS", "0"))).isEqualTo(80);
    }

    @Test
    void isNoneWhereTheDeviceCannotBeOpened(@TempDir Path directory) throws IOException {
        assertThat(Terminal.open(directory.resolve("no/tty"))).isEmpty();
        assertThat(Terminal.open(directory)).isEmpty();

        Path device = Files.createFile(directory.resolve("tty"));
        Optional<Terminal> terminal = Terminal.open(device);
        terminal.orElseThrow().draw("x");
        terminal.orElseThrow().close();
        assertThat(device).hasContent("\r\u001b[Kx");
    }
}
