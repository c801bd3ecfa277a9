package io.github.llmperf.protocol.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Api;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Capabilities;
import io.github.llmperf.protocol.Dialect;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The guide's table of dialects says what they can do, and so do the constants. */
class DialectTableTests {

    private static final Path PAGE = Path.of("../../docs/engines.md");
    private static final Target TARGET = Target.at("http://localhost:8000").withModel("m");

    @Test
    void hasARowForEachDialectThatSaysWhatItCan() throws IOException {
        List<String> page = Files.readAllLines(PAGE);

        assertThat(Dialects.all()).allSatisfy(dialect -> assertThat(page)
                .as("row of the table in docs/engines.md")
                .anyMatch(line -> line.startsWith(row(dialect)), row(dialect)));
    }

    @Test
    void hasAConstantForEachDialectAndNoOther() {
        List<String> constants = Arrays.stream(Api.class.getFields())
                .map(DialectTableTests::value)
                .toList();

        assertThat(Dialects.all().stream().map(Dialect::name)).containsExactlyInAnyOrderElementsOf(constants);
    }

    private static String row(Dialect dialect) {
        Capabilities can = dialect.capabilities(TARGET);
        return "| `" + dialect.name() + "` | " + streaming(can) + " | " + usage(can) + " | "
                + (can.canForceLength() ? "`" + can.forcedBy().replace(", ", "`, `") + "`" : "no") + " | "
                + (can.conversations() ? "yes" : "no") + " | " + times(can) + " | ";
    }

    private static String streaming(Capabilities can) {
        return switch (can.streaming()) {
            case AS_ASKED -> "on, off";
            case ALWAYS -> "on";
            case NEVER -> "off";
        };
    }

    private static String usage(Capabilities can) {
        return switch (can.usage()) {
            case ALWAYS -> "always";
            case WHEN_ASKED -> "when asked, as is done";
            case SOMETIMES -> "depends";
            case NEVER -> "never";
        };
    }

    private static String times(Capabilities can) {
        String times = can.serverTimes().stream()
                .sorted()
                .map(Metric::jsonName)
                .map(name -> "`" + name + "`")
                .collect(Collectors.joining(", "));
        return times.isEmpty() ? "none" : times;
    }

    private static String value(Field field) {
        try {
            return (String) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
