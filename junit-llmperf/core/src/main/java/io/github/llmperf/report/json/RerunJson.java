package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Rerun;
import io.github.llmperf.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Tells of re-runs in {@code result.json}, and reads there whether a run is one. */
@API(status = Status.INTERNAL, since = "0.1")
public final class RerunJson {

    private RerunJson() {}

    static void write(JsonWriting json, ObjectNode root, Report.Series series) {
        json.put(root, "process", series.process());
        if (series.rerun().isEmpty()) {
            root.putNull("rerun");
            return;
        }
        Rerun rerun = series.rerun().get();
        ObjectNode node = root.putObject("rerun");
        node.put("number", rerun.number());
        node.put("firstVerdict", rerun.verdict().name());
        json.put(node, "firstReason", rerun.reason());
        json.put(
                node,
                "averagedWith",
                rerun.earlier().stream().map(BaselineRun::runId).toList());
    }

    /**
     * Reads what an earlier run of the same build left.
     *
     * @param result the earlier run's {@code result.json}, which need not exist
     * @return the re-run that this run is, or empty when the file is another build's, or cannot be read
     */
    public static Optional<Rerun> read(Path result, String process, List<BaselineRun> earlier) {
        try {
            JsonNode root = new ObjectMapper().readTree(Files.readString(result));
            if (!process.equals(root.path("process").asText())) {
                return Optional.empty();
            }
            JsonNode rerun = root.path("rerun");
            boolean again = rerun.isObject();
            return Optional.of(new Rerun(
                    again ? rerun.path("number").asInt() + 1 : 2,
                    Verdict.valueOf((again ? rerun.path("firstVerdict") : root.path("verdict")).asText()),
                    (again ? rerun.path("firstReason") : root.path("reason")).asText(),
                    earlier));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty(); // what nobody can read was not written by this process a moment ago
        }
    }
}
