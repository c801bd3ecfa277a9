package io.github.llmperf.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_OUT)
class ConsoleTests {

    @Test
    void printsWhereTheBuildToolLooksAtThatMoment() {
        assertThat(printed(() -> Console.STANDARD.print(List.of("", "verdict  test", "PASS     A.b"))))
                .isEqualTo("\nverdict  test\nPASS     A.b\n");
    }

    @Test
    void printsNothingThatARunnerWouldObey() {
        assertThat(printed(() -> Console.STANDARD.print(
                        List.of("::error::planted", "[llmperf] says ##[stop-commands]x", "a\n::warning::b"))))
                .isEqualTo(": :error::planted\n[llmperf] says # #[stop-commands]x\na\\n::warning::b\n");
    }

    @Test
    void printsCommandsAsTheyAre() {
        assertThat(printed(() -> Console.COMMANDS.print(List.of("::error title=a::b"))))
                .isEqualTo("::error title=a::b\n");
    }

    private static String printed(Runnable printing) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, UTF_8));
        try {
            printing.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }
}
