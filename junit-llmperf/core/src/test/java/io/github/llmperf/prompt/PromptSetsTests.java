package io.github.llmperf.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptSetsTests {

    private static final String BUILT_IN = "chat, chat-en, chat-zh, rag, rag-en, rag-zh, classifier, classifier-en,"
            + " classifier-zh, rewrite, rewrite-en, rewrite-zh, continuation, continuation-en, continuation-zh";

    @TempDir
    Path temp;

    private Path classes;
    private Path working;

    @BeforeEach
    void makeFolders() throws IOException {
        classes = Files.createDirectories(temp.resolve("classes/llmperf/prompts"));
        working = Files.createDirectories(temp.resolve("project"));
    }

    @Test
    void findsASetOnTheClassPath() throws IOException {
        Files.writeString(classes.resolve("support.txt"), "one\ntwo\n");

        PromptSet set = load("support");

        assertThat(set.name()).isEqualTo("support");
        assertThat(set.prompts()).extracting(Prompt::text).containsExactly("one", "two");
        assertThat(load("support.txt").prompts()).isEqualTo(set.prompts());
    }

    @Test
    void findsASetInAJar() throws IOException {
        Path jar = temp.resolve("prompts.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("llmperf/prompts/"));
            out.putNextEntry(new JarEntry("llmperf/prompts/shared.json"));
            out.write("[\"from a jar\"]".getBytes(StandardCharsets.UTF_8));
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            assertThat(PromptSets.load("shared", loader, working).prompts()).containsExactly(Prompt.of("from a jar"));
            assertThatThrownBy(() -> PromptSets.load("sharde", loader, working))
                    .hasMessageContaining("on the class path under llmperf/prompts are shared;");
        }
    }

    @Test
    void prefersTheClassPathToAFileAndAFileToABuiltInSet() throws IOException {
        assertThat(load("chat").size()).isGreaterThan(1);
        Files.writeString(working.resolve("own.txt"), "file");
        assertThat(load("own.txt").prompts()).containsExactly(Prompt.of("file"));
        Files.writeString(classes.resolve("own.txt"), "class path");
        Files.writeString(classes.resolve("chat.md"), "own chat");

        assertThat(load("own.txt").prompts()).containsExactly(Prompt.of("class path"));
        assertThat(load("chat").prompts()).containsExactly(Prompt.of("own chat"));
    }

    @Test
    void readsFilesRelativeToTheWorkingDirectoryOrAbsolute() throws IOException {
        Path file = Files.createDirectories(working.resolve("data")).resolve("my prompts.csv");
        Files.writeString(file, "prompt\nhello\n");

        assertThat(load("data/my prompts.csv").prompts()).containsExactly(Prompt.of("hello"));
        assertThat(load("../project/data/my prompts.csv").prompts()).containsExactly(Prompt.of("hello"));
        assertThat(load(file.toAbsolutePath().toString()).prompts()).containsExactly(Prompt.of("hello"));
    }

    @Test
    void unpacksAFile() throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(working.resolve("talks.jsonl.gz")))) {
            out.write("\"one\"\n\"two\"\n".getBytes(StandardCharsets.UTF_8));
        }
        Files.writeString(working.resolve("plain.jsonl.gz"), "\"one\"");

        assertThat(load("talks.jsonl.gz").prompts()).containsExactly(Prompt.of("one"), Prompt.of("two"));
        assertThatThrownBy(() -> load("plain.jsonl.gz"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "prompt file 'plain.jsonl.gz' must be readable, but is not (java.util.zip.ZipException: Not in"
                                + " GZIP format); correct the file or its permissions");
    }

    @Test
    void namesTheFileInItsErrors() throws IOException {
        Files.writeString(working.resolve("own.jsonl"), "\"fine\"\n7\n");
        Files.writeString(classes.resolve("support.json"), "[]");

        assertThatThrownBy(() -> load("own.jsonl")).hasMessageStartingWith("prompt file 'own.jsonl' line 2 must be ");
        assertThatThrownBy(() -> load("support"))
                .hasMessage("prompt file 'llmperf/prompts/support.json' must hold at least one prompt, but is empty;"
                        + " add one or name another prompt set");
    }

    @Test
    void listsTheSetsThatExist() throws IOException {
        Files.writeString(classes.resolve("support.txt"), "x");
        Files.writeString(classes.resolve("audit.jsonl"), "\"x\"");
        Files.writeString(classes.resolve("README"), "x");

        assertThatThrownBy(() -> load("rga"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "prompt must name a prompt set or a file that exists, but is 'rga'; built in are " + BUILT_IN
                                + "; on the class path under llmperf/prompts are audit, support; put your own texts into"
                                + " src/test/resources/llmperf/prompts/rga.txt (read are .txt, .md, .jsonl, .json, .csv) or give the"
                                + " path of a file, relative to "
                                + working.toAbsolutePath().normalize()
                                + "; or have them made by document-qa(file), continuation(chars=500) or shared-prefix(prefixes=8, questions=32)");
    }

    @Test
    void saysWhenThereIsNoneOfOnesOwn() {
        assertThatThrownBy(() -> load("mine.jsonl"))
                .hasMessageContaining("; on the class path under llmperf/prompts is none; put your own texts into"
                        + " src/test/resources/llmperf/prompts/mine.jsonl (read are ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0", "../classes/llmperf/prompts/none", "/none", "a/b"})
    void takesAnythingAsANameThatDoesNotExist(String name) {
        assertThatThrownBy(() -> load(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("but is '" + name + "'");
    }

    @Test
    void refusesABlankName() {
        assertThatThrownBy(() -> load(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prompt must name a prompt set or a file, but is blank; built in are " + BUILT_IN);
    }

    @Test
    void refusesTwoFormatsOfOneName() throws IOException {
        Files.writeString(classes.resolve("support.txt"), "x");
        Files.writeString(classes.resolve("support.json"), "[\"x\"]");

        assertThatThrownBy(() -> load("support"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prompt set 'support' must be one file on the class path, but there are"
                        + " llmperf/prompts/support.txt and llmperf/prompts/support.json;"
                        + " name one with its ending or remove one");
    }

    @Test
    void refusesAFileOfUnknownFormat() throws IOException {
        Files.writeString(working.resolve("prompts.yaml"), "x");

        assertThatThrownBy(() -> load("prompts.yaml"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prompt file must end in one of .txt, .md, .jsonl, .json, .csv, but is 'prompts.yaml';"
                        + " rename it by what it holds");
    }

    @Test
    void isNotMisledByAFolderOrFileNamedLikeABuiltInSet() throws IOException {
        Files.createDirectory(working.resolve("rag"));
        Files.writeString(working.resolve("chat"), "notes");

        assertThat(load("rag").size()).isGreaterThan(1);
        assertThat(load("chat").size()).isGreaterThan(1);
    }

    private PromptSet load(String name) {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {temp.resolve("classes/").toUri().toURL()}, null)) {
            return PromptSets.load(name, loader, working);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
