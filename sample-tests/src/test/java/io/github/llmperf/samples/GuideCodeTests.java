package io.github.llmperf.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java in the README and in the guide is code that compiles: each block stands, line by line, in a class beside this one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuideCodeTests {

    private static final Path ROOT = Path.of("..");
    private static final Path SOURCES = Path.of("src/test/java");

    private final List<String> sources;

    GuideCodeTests() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            sources = files.filter(file -> file.toString().endsWith(".java"))
                    .map(GuideCodeTests::read)
                    .map(GuideCodeTests::lines)
                    .toList();
        }
    }

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")), files.sorted())
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyJavaBlockIsCompiled(Path page) {
        assertThat(MarkdownJava.blocks(read(page)))
                .as("java blocks of %s that no class of %s has", page, SOURCES)
                .filteredOn(block -> !isCompiled(block))
                .isEmpty();
    }

    @Test
    void theReadmeShowsTheWholeClass() {
        String shown = MarkdownJava.blocks(read(ROOT.resolve("README.md"))).get(0);
        String compiled = read(SOURCES.resolve("io/github/llmperf/samples/RagLatencyTest.java"));
        assertThat(compiled.lines().skip(2).collect(Collectors.joining("\n"))).isEqualTo(shown.strip());
    }

    @Test
    void codeThatDiffersInOneWordIsFound() {
        assertThat(isCompiled("@LlmLoad(users = 20, prompt = \"rag\", maxNewTokens = 512)"))
                .isTrue();
        assertThat(isCompiled("@LlmLoad(users = 20, prompt = \"rug\", maxNewTokens = 512)"))
                .isFalse();
    }

    private boolean isCompiled(String block) {
        String wanted = lines(block);
        return sources.stream().anyMatch(source -> source.contains(wanted));
    }

    /** Blank lines and indentation differ between a page and a class. */
    private static String lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
