package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Workload.Cache;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files above a size are looked through once and read prompt by prompt. */
class LargeFileReadingTests {

    private static final long HELD = Long.MAX_VALUE;
    private static final long STREAMED = 0;
    private static final String JSON_LINES =
            "\"first\"\n\n{\"prompt\":\"汉字 😀\",\"max_tokens\":7}\n{\"conversations\":[]}\n"
                    + "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}\n"
                    + "{\"conversations\":[{\"from\":\"human\",\"value\":\"a\"},{\"from\":\"gpt\",\"value\":\"twelve chars\"},"
                    + "{\"from\":\"human\",\"value\":\"b\"}]}";

    @TempDir
    Path folder;

    private static String content(String ending) {
        return switch (ending) {
            case "jsonl" -> JSON_LINES + "\n";
            case "json" -> "[ " + JSON_LINES.replaceAll("\n+", " ,\n ") + " ]\n";
            case "csv" ->
                "id,prompt, max_tokens\n1,plain,\n\n2,\"two\nlines, \"\"quoted\"\"\n\nand 汉字\",9\n3,last 😀,1\n";
            case "txt" -> "\n  one\n\ntwo 汉字\nthree 😀";
            case "md" -> "---\n# one\n\nmore\n---\n\n---\n汉字\n--- \nthree\n\n";
            default -> throw new IllegalArgumentException(ending);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "jsonl, 4",
        "json, 4",
        "csv, 3",
        "txt, 3",
        "md, 3",
    })
    void areTheSameAsSmallOnes(String ending, int prompts) throws IOException {
        for (String content : List.of(
                content(ending), "\uFEFF" + content(ending), content(ending).replace("\n", "\r\n"))) {
            write("set." + ending, content);

            PromptSet held = load("set." + ending, HELD);
            PromptSet streamed = load("set." + ending, STREAMED);

            assertThat(streamed.store()).isInstanceOf(StreamedPrompts.class);
            assertThat(streamed.prompts()).hasSize(prompts).isEqualTo(held.prompts());
            assertThat(streamed.contentHash()).isEqualTo(held.contentHash());
            assertThat(streamed.skipped()).isEqualTo(held.skipped());
            assertThat(streamed.meanTokens()).isEqualTo(held.meanTokens());
            for (boolean forced : new boolean[] {true, false}) {
                var load = PlannedPromptsTests.plan("run", 5, OptionalInt.empty(), OptionalInt.empty(), Cache.SHARED)
                        .workload();
                var asked = new io.github.llmperf.plan.Workload(
                        load.promptSet(),
                        load.promptHash(),
                        load.promptChars(),
                        load.promptTokens(),
                        16,
                        forced,
                        true,
                        0,
                        "",
                        "",
                        Cache.SHARED);
                assertThat(streamed.meanMaxNewTokens(asked)).isEqualTo(held.meanMaxNewTokens(asked));
            }
        }
    }

    @Test
    void tellBlocksOfTextApartToo() throws IOException {
        write("set.txt", content("md"));

        assertThat(load("set.txt", STREAMED).prompts())
                .isEqualTo(load("set.txt", HELD).prompts())
                .extracting(Prompt::text)
                .containsExactly("# one\n\nmore", "汉字", "three");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonl", "json", "csv", "txt", "md"})
    void keepNoPromptInMemory(String ending) throws IOException {
        String content = content(ending);
        Path file = write("set." + ending, content);
        PromptSet set = load("set." + ending, STREAMED);
        List<Prompt> before = List.copyOf(set.prompts());

        FileTime modified = Files.getLastModifiedTime(file);
        Files.writeString(file, content.replace("汉字", "漢語"));
        Files.setLastModifiedTime(file, modified);

        assertThat(set.prompts()).as("what stands in the file now").isNotEqualTo(before);
        assertThat(set.prompts().toString()).isEqualTo(before.toString().replace("汉字", "漢語"));
    }

    @Test
    void mustNotChangeWhileALoadReadsThem() throws IOException {
        Path file = write("set.jsonl", content("jsonl"));
        PromptSet set = load("set.jsonl", STREAMED);
        String message =
                "prompt file 'set.jsonl' must not change while a load reads it, but did; run the test again with a"
                        + " file that nothing writes to";

        FileTime modified = Files.getLastModifiedTime(file);
        Files.setLastModifiedTime(file, FileTime.fromMillis(modified.toMillis() - 5000));
        assertThatThrownBy(() -> set.prompts().get(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);

        Files.writeString(file, "\"more\"\n" + content("jsonl"));
        Files.setLastModifiedTime(file, modified);
        assertThatThrownBy(() -> set.prompts().get(0)).hasMessage(message);

        Files.delete(file);
        assertThatThrownBy(() -> set.prompts().get(0))
                .hasMessageStartingWith("prompt file 'set.jsonl' must be readable, but is not (");
    }

    @Test
    void areReadByManyThreads() throws IOException {
        StringBuilder lines = new StringBuilder();
        IntStream.range(0, 5000)
                .forEach(i -> lines.append("{\"prompt\":\"number ").append(i).append(" 汉字\"}\n"));
        write("set.jsonl", lines.toString());
        PlannedPrompts prompts = PlannedPrompts.of(
                PlannedPromptsTests.plan("run", 5, OptionalInt.empty(), OptionalInt.empty(), Cache.SHARED),
                load("set.jsonl", STREAMED));

        assertThat(IntStream.range(0, 5000).parallel().mapToObj(prompts::prompt).toList())
                .doesNotHaveDuplicates()
                .allMatch(prompt -> prompt.text().matches("number \\d+ 汉字"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "jsonl | \"fine\"#{\"prompt\": \"x\" \"y\"}#",
                "jsonl | \"fine\"##{\"prompt\":\"x\",\"max_tokens\":0}#",
                "json  | [\"fine\",##{\"prompt\": 7}]",
                "json  | [\"fine\",##{\"prompt\": 7",
                "json  | {\"prompt\": \"x\"}",
                "csv   | id,prompt#1,\"two#lines\"##2,hello, world#",
                "csv   | prompt#fine#\"never#closed#",
                "csv   | id;prompt#1;hello#",
                "csv   | id,prompt#",
                "md    | ---#---#"
            })
    void tellTheSameErrorsWithTheSameLines(String ending, String content) throws IOException {
        write("set." + ending, content.replace('#', '\n'));

        assertThatThrownBy(() -> load("set." + ending, HELD))
                .satisfies(held -> assertThatThrownBy(() -> load("set." + ending, STREAMED))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(held.getMessage()));
    }

    @Test
    void mustBeUtf8() throws IOException {
        Files.write(folder.resolve("set.txt"), new byte[] {'o', 'k', '\n', (byte) 0xC3, '\n'});

        assertThatThrownBy(() -> load("set.txt", STREAMED))
                .hasMessage(
                        "prompt file 'set.txt' must be UTF-8, but line 2, at offset 3, is not; save the file as UTF-8");
    }

    @Test
    void areUnpackedWhereTheyFitIntoMemory() throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("set.jsonl.gz")))) {
            out.write(content("jsonl").getBytes(StandardCharsets.UTF_8));
        }
        write("set.jsonl", content("jsonl"));
        write("no.jsonl.gz", "\"plain\"");

        assertThat(load("set.jsonl.gz", 1000).prompts())
                .isEqualTo(load("set.jsonl", HELD).prompts());
        assertThatThrownBy(() -> load("set.jsonl.gz", 100))
                .hasMessage(
                        "prompt file 'set.jsonl.gz' must hold at most 100 bytes, since what is packed is read into memory,"
                                + " but holds more; unpack it, and name the file without .gz: that is read prompt by prompt");
        assertThatThrownBy(() -> load("no.jsonl.gz", 1000))
                .hasMessageStartingWith("prompt file 'no.jsonl.gz' must be readable as gzip, but is not (");
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private PromptSet load(String name, long largestHeld) {
        return PromptSets.load(name, getClass().getClassLoader(), folder, largestHeld);
    }
}
