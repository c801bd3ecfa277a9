package io.github.llmperf.publish;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Comparability;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.json.ResultHead;
import io.github.llmperf.report.model.Rerun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Finds in the output what earlier runs of the same test in the same build left there. */
@API(status = Status.INTERNAL, since = "0.1")
public final class EarlierRuns {

    private EarlierRuns() {}

    /**
     * Returns whether a test is run again in its build.
     *
     * @param asked what must be equal, so that a run can be averaged with this one
     * @return what ran before, or empty when this is the build's first run of the test, or the first of its kind: another
     *     load is another test, though it has the same name
     */
    public static Optional<Rerun> find(LoadPlan plan, String process, Comparability asked) {
        ResultFiles files = ResultFiles.forScenario(plan.output().directory(), plan.scenario());
        List<BaselineRun> all = new ArrayList<>(read(files.earlier()));
        all.addAll(read(files.candidate()));
        List<BaselineRun> comparable = all.stream()
                .filter(run -> asked.changesSince(run.comparability()).isEmpty())
                .toList();
        return comparable.isEmpty() && !all.isEmpty()
                ? Optional.empty()
                : ResultHead.rerunOf(files.result(), process, comparable);
    }

    private static List<BaselineRun> read(Path file) {
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        try {
            return Files.readAllLines(file).stream()
                    .map(BaselineRun::parse)
                    .flatMap(Optional::stream)
                    .toList();
        } catch (IOException | IllegalArgumentException e) {
            return List.of(); // another build's, and damaged: what this one wrote is whole
        }
    }
}
