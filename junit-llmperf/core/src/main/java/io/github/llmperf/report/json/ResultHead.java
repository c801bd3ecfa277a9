package io.github.llmperf.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Rerun;
import io.github.llmperf.wording.EarlyEndText;
import io.github.llmperf.wording.SensitivityWarningText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * The first keys of a {@code result.json}, in their order: which test, what it came to, and why.
 *
 * @param id name of the schema
 * @param schema version of the format
 * @param startedAt ISO 8601
 * @param commit of the tested sources; null when unknown
 * @param failed whether the verdict fails the test
 * @param decidedBy place among the findings of the one that says most of the verdict; null where none with numbers does
 * @param outcome how the test ended; null until then
 * @param end why the load ended
 * @param because why it ended early, in a sentence; empty where it did not
 * @param process that ran it
 * @param rerun null for the first run of a build
 * @param build that the run belongs to; null where that cannot be told
 * @param warning what is wrong with the test itself, in a sentence; null for nothing
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ResultHead(
        @JsonProperty("$schema") String id,
        int schema,
        String runId,
        Test test,
        String startedAt,
        @Nullable String commit,
        Verdict verdict,
        String reason,
        boolean failed,
        @Nullable Integer decidedBy,
        @Nullable TestOutcome outcome,
        LoadRun.End end,
        String because,
        String process,
        @Nullable Again rerun,
        @Nullable String build,
        @Nullable String warning) {

    /**
     * Which test.
     *
     * @param cell attributes that vary, each a number or a text
     */
    public record Test(@JsonProperty("class") String className, String method, Map<String, Object> cell) {

        private static Test of(Scenario scenario) {
            Map<String, Object> cell = new LinkedHashMap<>();
            scenario.cell()
                    .forEach((attribute, value) -> cell.put(
                            attribute, value instanceof Number number ? number.doubleValue() : String.valueOf(value)));
            return new Test(scenario.className(), scenario.methodName(), cell);
        }
    }

    /**
     * What ran before in the same build.
     *
     * @param number of this run, 2 or more
     * @param averagedWith ids of the earlier runs whose numbers count, too
     */
    public record Again(int number, Verdict firstVerdict, String firstReason, List<String> averagedWith) {

        private static Again of(Rerun rerun) {
            return new Again(
                    rerun.number(),
                    rerun.verdict(),
                    rerun.reason(),
                    rerun.earlier().stream().map(BaselineRun::runId).toList());
        }
    }

    static ResultHead of(Report report, Optional<String> build) {
        Optional<Integer> decidedBy =
                report.judgement().decidedBy().stream().boxed().findFirst();
        return new ResultHead(
                JsonRenderer.SCHEMA_ID,
                JsonRenderer.SCHEMA,
                report.plan().runId(),
                Test.of(report.plan().scenario()),
                report.origin().startedAt().toString(),
                report.origin().commit(),
                report.judgement().verdict(),
                report.reason(),
                report.failsTest(),
                decidedBy.orElse(null),
                null,
                report.run().end(),
                report.run().early().map(EarlyEndText::of).orElse(""),
                report.series().process(),
                report.series().rerun().map(Again::of).orElse(null),
                build.orElse(null),
                SensitivityWarningText.of(report.judgement()).orElse(null));
    }

    static ResultHead read(JsonNode root) throws IOException {
        if (root.path("schema").asInt(-1) != JsonRenderer.SCHEMA) {
            throw new IOException(
                    "schema must be " + JsonRenderer.SCHEMA + ", but is " + JsonRecords.said(root.path("schema")));
        }
        return JsonRecords.read(root, "", ResultHead.class);
    }

    /**
     * Reads what an earlier run of the same build left.
     *
     * @param result the earlier run's {@code result.json}, which need not exist
     * @return the re-run that this run is, or empty when the file is another build's, or cannot be read
     */
    public static Optional<Rerun> rerunOf(Path result, String process, List<BaselineRun> earlier) {
        try {
            ResultHead head = read(JsonRecords.parse(Files.readString(result)));
            if (!process.equals(head.process)) {
                return Optional.empty();
            }
            Again again = head.rerun;
            return Optional.of(
                    again == null
                            ? new Rerun(2, head.verdict, head.reason, earlier)
                            : new Rerun(again.number + 1, again.firstVerdict, again.firstReason, earlier));
        } catch (IOException e) {
            return Optional.empty(); // what nobody can read was not written by this process a moment ago
        }
    }
}
