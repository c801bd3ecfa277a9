package io.github.llmperf.baseline;

import io.github.llmperf.plan.LoadPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a store finds in a file with given runs, without the file. */
public final class StoredBuilds {

    private StoredBuilds() {}

    public static BaselineLookup find(LoadPlan plan, List<BaselineRun> oldestFirst) {
        Comparability asked = Comparability.of(plan, BaselineFixture.environment());
        ComparableRuns runs = new ComparableRuns(asked, oldestFirst);
        List<BaselineRun> usable = runs.usable();
        Optional<NoRuns> none = usable.isEmpty()
                ? Optional.of(new NoRuns("x.jsonl", new NoRuns.NoneYet(Optional.empty()), true))
                : Optional.empty();
        return new BaselineLookup(
                usable,
                runs.open(),
                BaselineLookup.EpochStart.of(runs.epoch()),
                Optional.empty(),
                Path.of("x.jsonl"),
                List.of(),
                none);
    }
}
