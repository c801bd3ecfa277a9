package io.github.llmperf.baseline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * All runs of one baseline file, whatever can be compared with what.
 *
 * @param runs one of each id, oldest first
 * @param warnings what is wrong with lines
 */
@API(status = Status.INTERNAL, since = "0.1")
public record BaselineHistory(List<BaselineRun> runs, List<LineWarning> warnings) {

    /** Copies the lists. */
    public BaselineHistory {
        runs = List.copyOf(runs);
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads a file.
     *
     * @param file of stored runs, which need not exist
     * @return its runs; none when there is no such file
     * @throws IOException if the file is not one of stored runs by its name, or cannot be read
     */
    public static BaselineHistory read(Path file) throws IOException {
        if (!file.toString().endsWith(BaselineLayout.ENDING)) {
            throw new IOException("baseline file must end in " + BaselineLayout.ENDING + ", but is " + file);
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("baseline file must be a file, but " + file + " is none");
        }
        BaselineFile content = BaselineFile.read(file, String.valueOf(file.getFileName()));
        return new BaselineHistory(content.runs(), content.warnings());
    }

    /**
     * Returns the same with a run that may not be stored.
     *
     * @param run left out where one of its id is stored
     */
    public BaselineHistory with(BaselineRun run) {
        if (runs.stream().anyMatch(stored -> stored.runId().equals(run.runId()))) {
            return this;
        }
        List<BaselineRun> all = new ArrayList<>(runs);
        int place = all.size();
        while (place > 0 && all.get(place - 1).startedAt().isAfter(run.startedAt()) && !isMoved(place - 1)) {
            place--;
        }
        all.add(place, run);
        return new BaselineHistory(all, warnings);
    }

    /** Returns whether a run stands before an older one, as one that is dated in the future does. */
    private boolean isMoved(int place) {
        return place + 1 < runs.size()
                && runs.get(place + 1).startedAt().isBefore(runs.get(place).startedAt());
    }

    /**
     * Returns the runs in epochs, in the order of drawing. Runs that cannot be compared with each other are in different
     * ones, however they lie in time; so are those before and after an acceptance.
     *
     * @param current id of the run whose epochs come last; where it is empty, or no such run is here, the newest run's do
     * @return the epochs, each with one run at least
     */
    public List<Epoch> epochs(Optional<String> current) {
        Optional<BaselineRun> newest = runs.stream().reduce((older, newer) -> newer);
        Optional<BaselineRun> named = runs.stream()
                .filter(run -> current.filter(run.runId()::equals).isPresent())
                .findFirst();
        return named.or(() -> newest)
                .map(run -> Epoch.of(runs, run.comparability().hash()))
                .orElse(List.of());
    }
}
