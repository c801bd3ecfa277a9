package io.github.llmperf.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.csv.MetricsCsv;
import io.github.llmperf.report.csv.RequestsCsv;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page of the guide on reports tells every file and every column. */
class ReportsPageTests {

    /** Neither is for anybody to read. */
    private static final Set<String> NO_RESULTS = Set.of("directory", "ofClass", "unfinishedRequests");

    private final String page = Files.readString(Path.of("../../docs/reports.md"));

    ReportsPageTests() throws IOException {}

    private static Path file(Method place) {
        try {
            return (Path) place.invoke(new ResultFiles(Path.of("cell")));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(place.toString(), e);
        }
    }

    @Test
    void tellsEveryFileOfACell() {
        List<Path> files = Arrays.stream(ResultFiles.class.getDeclaredMethods())
                .filter(place -> place.getReturnType() == Path.class && place.getParameterCount() == 0)
                .filter(place -> !NO_RESULTS.contains(place.getName()))
                .map(ReportsPageTests::file)
                .toList();

        assertThat(files).hasSizeGreaterThan(10).allSatisfy(file -> assertThat(page)
                .contains(file.getFileName().toString()));
    }

    @Test
    void tellsEveryColumn() throws IOException {
        StringBuilder requests = new StringBuilder();
        new RequestsCsv(Reports.passed().build()).writeTo(requests);

        for (String table : List.of(
                requests.toString(), new MetricsCsv().render(Reports.passed().build()))) {
            assertThat(table.lines().findFirst().orElseThrow().split(","))
                    .allSatisfy(column -> assertThat(page).contains("`" + column + "`"));
        }
    }
}
