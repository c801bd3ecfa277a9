package io.github.llmperf.build.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.build.SummaryFile;
import io.github.llmperf.build.page.Summary;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixFilesTests {

    @TempDir
    Path output;

    private Path result(String cell, String target, String gpu, int users, double rate) throws IOException {
        return result("a.RagTest", cell, target, gpu, users, rate);
    }

    private Path result(String className, String cell, String target, String gpu, int users, double rate)
            throws IOException {
        Path file = output.resolve(className + "/load/" + cell + "/result.json");
        Files.createDirectories(file.getParent());
        ObjectNode result = (ObjectNode) new ObjectMapper()
                .readTree(new JsonRenderer().render(Reports.withoutBaseline().build()));
        ObjectNode test = result.putObject("test").put("class", className).put("method", "load");
        test.putObject("cell").put("target", target).put("users", users);
        result.put("startedAt", "2026-01-01T00:00:%02dZ".formatted(users));
        ObjectNode environment = (ObjectNode) result.get("environment");
        environment.put("target", target);
        environment.putObject("labels").put("gpu", gpu).put("dtype", "fp16");
        ObjectNode metrics = result.putObject("metrics");
        metrics.putObject("requestRate").put("value", rate);
        metrics.putObject("ttft").put("mean", 1000 / rate).putNull("p90");
        return Files.writeString(file, result.toString());
    }

    @Test
    void tellsAllCellsOfATestSideBySide() throws IOException {
        List<Path> files = List.of(
                result("target=one,users=4", "one", "A100", 4, 2),
                result("target=one,users=8", "one", "A100", 8, 3),
                result("target=two,users=4", "two", "H100", 4, 4),
                result("target=two,users=8", "two", "H100", 8, 6));

        Map<String, Path> pages = MatrixFiles.write(files);

        assertThat(pages).containsExactly(Map.entry("RagTest.load", output.resolve("a.RagTest/load/matrix.html")));
        assertThat(Files.readString(output.resolve("a.RagTest/load/matrix.csv")))
                .isEqualTo(
                        """
                        gpu,users,requestRate [requests/s],ttft [ms],verdict
                        A100,4,2,500,NO BASELINE
                        A100,8,3,333.333333,NO BASELINE
                        H100,4,4,250,NO BASELINE
                        H100,8,6,166.666667,NO BASELINE
                        """);
        assertThat(Files.readString(output.resolve("a.RagTest/load/matrix.html")))
                .contains("gpu=H100 has 2 × (2 to 2) the requestRate, 0.5 × (0.5 to 0.5) the ttft of gpu=A100.")
                .contains("<a href=\"target%3Done%2Cusers%3D4/report.html\">gpu=A100, users=4</a>");
    }

    @Test
    void leavesOneRunAndWhatCannotBeReadAlone() throws IOException {
        Path one = result("single", "one", "A100", 4, 2);
        Path damaged = output.resolve("a.RagTest/load/other/result.json");
        Files.createDirectories(damaged.getParent());
        Files.writeString(damaged, "{");

        assertThat(MatrixFiles.write(List.of(one, damaged))).isEmpty();
        assertThat(output.resolve("a.RagTest/load/matrix.html")).doesNotExist();
    }

    @Test
    void leavesRunsOfAStudyToItsOwnPage() throws IOException {
        List<Path> files = List.of(result("users=4", "one", "A100", 4, 2), result("users=8", "one", "A100", 8, 3));
        Files.writeString(output.resolve("a.RagTest/study.html"), "");

        assertThat(MatrixFiles.write(files)).isEmpty();
    }

    @Test
    void deletesWhatAnEarlierBuildToldOfCellsThatAreNoMatrixNow() throws IOException {
        MatrixFiles.write(List.of(result("users=4", "one", "A100", 4, 2), result("users=8", "one", "A100", 8, 3)));

        assertThat(MatrixFiles.write(List.of(result("single", "one", "A100", 4, 2))))
                .isEmpty();

        assertThat(output.resolve("a.RagTest/load/matrix.html")).doesNotExist();
        assertThat(output.resolve("a.RagTest/load/matrix.csv")).doesNotExist();
    }

    @Test
    void deletesAStudyThatIsOlderThanTheRunsOfItsClass() throws IOException {
        List<Path> files = List.of(result("users=4", "one", "A100", 4, 2), result("users=8", "one", "A100", 8, 3));
        Path study = Files.writeString(output.resolve("a.RagTest/study.html"), "of yesterday");
        Files.setLastModifiedTime(study, FileTime.from(Instant.parse("2025-12-31T00:00:00Z")));

        assertThat(MatrixFiles.write(files)).containsKey("RagTest.load");

        assertThat(study).doesNotExist();
    }

    @Test
    void ordersCellsAsPeopleCount() throws IOException {
        List<Path> files = new ArrayList<>();
        for (int users : new int[] {16, 2, 1, 8}) {
            files.add(result("users=" + users, "one", "A100", users, users));
        }

        MatrixFiles.write(files);

        assertThat(Files.readAllLines(output.resolve("a.RagTest/load/matrix.csv")))
                .extracting(line -> line.replaceFirst(",.*", ""))
                .containsExactly("users", "1", "2", "8", "16");
    }

    @Test
    void tellsTestsOfOneNameApartByTheirPackages() throws IOException {
        for (String className : List.of("a.RagTest", "b.RagTest")) {
            for (int users : new int[] {16, 2}) {
                result(className, "users=" + users, "one", "A100", users, users);
            }
        }

        Summary summary = new SummaryFile(output, NanoClock.SYSTEM).rebuild();

        assertThat(summary.rows())
                .extracting(JsonSummary::test)
                .containsExactly(
                        "a.RagTest.load[users=2]",
                        "a.RagTest.load[users=16]",
                        "b.RagTest.load[users=2]",
                        "b.RagTest.load[users=16]");
        assertThat(Files.readString(output.resolve("summary.md")))
                .contains("[a.RagTest.load](a.RagTest/load/matrix.html)")
                .contains("[b.RagTest.load](b.RagTest/load/matrix.html)");
        assertThat(Files.readString(output.resolve("index.html")))
                .contains("href=\"a.RagTest/load/matrix.html\"", "href=\"b.RagTest/load/matrix.html\"");
        assertThat(Files.readString(output.resolve("b.RagTest/load/matrix.html")))
                .contains("b.RagTest.load")
                .doesNotContain("a.RagTest");
    }

    @Test
    void standsInTheSummary() throws IOException {
        result("users=4", "one", "A100", 4, 2);
        result("users=8", "one", "A100", 8, 3);

        new SummaryFile(output, NanoClock.SYSTEM).rebuild();

        assertThat(Files.readString(output.resolve("summary.md")))
                .endsWith("\nCells side by side:\n\n- [RagTest.load](a.RagTest/load/matrix.html)\n");
    }
}
