package io.github.llmperf.build.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.build.SummaryFile;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.model.StoredFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTests {

    @TempDir
    Path output;

    private Path page() throws IOException {
        new SummaryFile(output, NanoClock.SYSTEM).rebuild();
        return output.resolve("history.html");
    }

    private Path store(List<BaselineRun> runs) throws IOException {
        return Files.writeString(
                output.resolve("stored.jsonl"),
                runs.stream().map(run -> run.line() + "\n").collect(Collectors.joining()));
    }

    private void publish(ReportBuilder reports, String method) throws IOException {
        new FilesPublisher()
                .write(reports.into(output)
                        .of(new Scenario("com.acme.RagLatencyTest", method, Map.of(), "users=20,p=a b"))
                        .build());
    }

    @Test
    void liesBesideTheSummaryAndLeadsToEachReport() throws IOException {
        publish(Reports.regression().storedIn(store(StoredFixture.runs(2))), "first");

        assertThat(page())
                .content()
                .contains("2 stored runs in ", "All runs in figures", "<td class=\"left long\">this build</td>")
                .contains("<a href=\"com.acme.RagLatencyTest/first/users%3D20%2Cp%3Da_b-");
        String address = Files.readString(page()).split("href=\"", 2)[1].split("\"", 2)[0];
        assertThat(output.resolve(java.net.URLDecoder.decode(address, java.nio.charset.StandardCharsets.UTF_8)))
                .exists();
    }

    @Test
    void isNotThereWhereNothingIsStored() throws IOException {
        Files.writeString(output.resolve("history.html"), "of an earlier build");
        publish(Reports.withoutBaseline(), "first");

        assertThat(page()).doesNotExist();
    }

    @Test
    void namesWhatCannotBeReadAndKeepsTheRest() throws IOException {
        publish(Reports.regression().storedIn(store(StoredFixture.runs(2))), "first");
        publish(Reports.regression().storedIn(output.resolve("passwd")), "second");

        assertThat(Files.readString(page()).replace("<wbr/>", ""))
                .contains("RagLatencyTest.first[", "RagLatencyTest.second[users=20,p=a_b-")
                .contains("baseline file must end in .jsonl, but is " + output.resolve("passwd"));
    }
}
