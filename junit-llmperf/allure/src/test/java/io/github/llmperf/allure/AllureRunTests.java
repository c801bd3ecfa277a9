package io.github.llmperf.allure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.build.SummaryFile;
import io.github.llmperf.build.page.Summary;
import io.github.llmperf.build.page.SummaryNotes;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Allure is told of a build as a whole. */
class AllureRunTests {

    @TempDir
    Path directory;

    @Test
    void writesWhereTheRunsTookPlace() throws IOException {
        write(run("one", Reports.passed()));

        assertThat(environment())
                .containsEntry("environment", "ci")
                .containsEntry("target", "http://localhost:8000")
                .containsEntry("model", "qwen2.5-7b")
                .containsEntry("label.gpu", "A100")
                .containsEntry("server", "vllm/0.9.1")
                .containsEntry("commit", "4f1d9c2")
                .containsEntry("cpus", "8")
                .hasSize(10);
    }

    @Test
    void listsWhatDiffersSoThatNoneSpeaksForAll() throws IOException {
        run("one", Reports.passed().commit("aaa"));
        run("two", Reports.passed().commit(null));
        write(run("three", Reports.passed().commit("bbb")));

        assertThat(environment())
                .containsEntry("commit", "aaa, bbb (2 of 3 runs)")
                .containsEntry("environment", "ci");
    }

    /** Allure 2 shows the first five, and the others unfolded. */
    @Test
    void hasOneOrderWhateverRunComesFirst() throws IOException {
        run("one", Reports.passed().commit(null));
        write(run("two", Reports.passed().commit("bbb")));

        assertThat(Files.readAllLines(results().resolve("environment.properties")).stream()
                        .skip(1)
                        .map(line -> line.substring(0, line.indexOf('='))))
                .containsExactly(
                        "environment",
                        "target",
                        "model",
                        "server",
                        "label.gpu",
                        "label.tp",
                        "commit",
                        "java",
                        "os",
                        "cpus");
    }

    @Test
    void listsFiveValuesAtMost() throws IOException {
        Summary last = null;
        for (int i = 1; i <= 7; i++) {
            last = run("test" + i, Reports.passed().commit("c" + i));
        }
        write(last);

        assertThat(environment()).containsEntry("commit", "c1, c2, c3, c4, c5 and 2 more");
    }

    @Test
    void writesItAnewButLeavesTheProjectsOwn() throws IOException {
        write(run("one", Reports.passed().commit("aaa")));
        write(run("two", Reports.passed().commit("bbb")));
        assertThat(environment()).containsEntry("commit", "aaa, bbb");

        Files.writeString(results().resolve("environment.properties"), "stand=north\n");
        write(run("three", Reports.passed()));
        assertThat(environment()).containsExactly(Map.entry("stand", "north"));
    }

    @Test
    void keepsHostileTextInOneValue() throws IOException {
        write(run("one", Reports.passed().commit("a=b:c\nforged=yes \\ü\u202e")));

        assertThat(environment())
                .containsEntry("commit", "a=b:c\\nforged=yes \\ü\\u202e")
                .doesNotContainKey("forged");
    }

    @Test
    void givesAllure3TheSummaryOnceForTheDirectory() throws IOException {
        write(run("one", Reports.passed()));
        write(run("two", Reports.violated()));

        assertThat(named("*-globals.json")).hasSize(1);
        JsonNode globals = new ObjectMapper()
                .readTree(Files.readString(named("*-globals.json").get(0)));
        assertThat(globals.get("errors")).isEmpty();
        assertThat(globals.get("attachments")).hasSize(1);
        JsonNode attachment = globals.get("attachments").get(0);
        assertThat(attachment.get("name").textValue()).isEqualTo("load tests");
        assertThat(attachment.get("type").textValue()).isEqualTo("text/markdown");
        assertThat(results().resolve(attachment.get("source").textValue()))
                .content()
                .contains("SLA VIOLATED", "RagLatencyTest.one", "RagLatencyTest.two");
        assertThat(named("*-attachment.md")).hasSize(1);
    }

    @Test
    void namesDamagedResultsAsErrorsOfTheRun() throws IOException {
        Summary good = run("one", Reports.passed());
        write(new Summary(good.rows(), List.of("x/result.json: broken; delete it"), SummaryNotes.NONE));

        assertThat(new ObjectMapper()
                        .readTree(Files.readString(named("*-globals.json").get(0)))
                        .at("/errors/0/message")
                        .textValue())
                .isEqualTo("x/result.json: broken; delete it");
    }

    @Test
    void writesNothingWhereAllureDidNot() throws IOException {
        new AllureRun(results()).write(run("one", Reports.passed()));

        assertThat(results()).doesNotExist();
    }

    private Path results() {
        return directory.resolve("allure-results");
    }

    private void write(Summary summary) throws IOException {
        Files.createDirectories(results());
        new AllureRun(results()).write(summary);
    }

    private Summary run(String method, ReportBuilder reports) throws IOException {
        Path output = directory.resolve("llmperf");
        new FilesPublisher()
                .write(reports.into(output)
                        .of(new Scenario("com.acme.RagLatencyTest", method, Map.of("users", 20), "single"))
                        .build());
        return new SummaryFile(output, NanoClock.SYSTEM).rebuild();
    }

    private Properties environment() throws IOException {
        Properties environment = new Properties();
        environment.load(new StringReader(Files.readString(results().resolve("environment.properties"))));
        return environment;
    }

    private List<Path> named(String glob) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(results(), glob)) {
            files.forEach(found::add);
        }
        return found;
    }
}
