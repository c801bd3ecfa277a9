package io.github.llmperf.baseline;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.file.LockedFile;
import io.github.llmperf.file.WholeFile;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Stored runs in a directory that is kept in git: {@code <environment>/<class>/<method>/<cell>.jsonl}, one run per line.
 * Lines may be in any order and files may be merged by union. Names are made safe, and nothing outside the directory is
 * read or written. Safe for use by many threads and processes at once.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class BaselineStore {

    /** How many runs are compared with, the newest ones. */
    public static final int NEWEST = 15;

    /** How many runs that are not decided are judged together with a new one, the newest ones. */
    public static final int MOST_OPEN = 5;

    /** With fewer runs than this the run-to-run noise is hardly known, and verdicts say so. */
    public static final int FEW = 3;

    /** The number of newest comparable runs that are kept in full; older ones keep only their numbers. */
    public static final int KEPT = 2 * NEWEST;

    private static final String LOCK = ".lock";
    private static final Map<String, String> COMPANIONS =
            Map.of(".gitattributes", "*.jsonl merge=union\n", ".gitignore", LOCK + "\n*.tmp\n");

    private final Path directory;
    private final BaselineLayout layout;

    private BaselineStore(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
        this.layout = new BaselineLayout(this.directory);
    }

    /**
     * Opens a directory, which need not exist: the first append creates it.
     *
     * @param directory where runs are stored
     */
    public static BaselineStore open(Path directory) {
        return new BaselineStore(directory);
    }

    /**
     * Finds the directory of stored runs: the one set, else the nearest existing {@code baselines} on the way up to the
     * git root, else {@code baselines} at the git root; without git, {@code baselines} in the working directory.
     *
     * @param policy may set the directory; a relative one is relative to the working directory
     * @param workingDirectory where the build runs
     * @return an absolute path, which need not exist
     * @throws IllegalArgumentException if the directory found is a link that leads out of the git root
     */
    public static Path directoryFor(BaselinePolicy policy, Path workingDirectory) {
        return BaselineDirectory.find(policy, workingDirectory);
    }

    /**
     * Finds what a run can be compared with. Never fails: what cannot be read is a warning, and why nothing is
     * comparable is said.
     *
     * @param environment where it took place
     * @return the runs, or the reason why there are none
     */
    public BaselineLookup find(LoadPlan plan, Environment environment) {
        return find(plan, environment, Set.of());
    }

    /**
     * Finds the same as if some runs had not been stored: none of them takes a place among the newest, is an anchor, or
     * begins an epoch.
     *
     * @param environment where it took place
     * @return the runs, or the reason why there are none
     */
    public BaselineLookup find(LoadPlan plan, Environment environment, Set<String> without) {
        Path file = layout.file(environment.name(), BaselineRun.TestName.of(plan.scenario()));
        try {
            return lookup(plan, Comparability.of(plan, environment), layout.read(file), file, without);
        } catch (IOException e) {
            NoRuns why = new NoRuns(file.toString(), new NoRuns.Unreadable(Words.of(e)), false);
            Optional<BaselineLookup.Anchor> anchor = Optional.ofNullable(
                            plan.criteria().baseline().anchor())
                    .map(tag -> new BaselineLookup.Anchor(tag, List.of(), Optional.of(why)));
            return new BaselineLookup(List.of(), anchor, file, List.of(), Optional.of(why));
        }
    }

    /**
     * Finds what a reason has accepted, whatever the test.
     *
     * @param environment name of the environment
     * @return runs, oldest first
     * @throws IOException if the directory cannot be read
     */
    public List<BaselineRun> acceptedFor(String reason, String environment) throws IOException {
        return new AcceptedRuns(layout).find(environment, reason);
    }

    private BaselineLookup lookup(
            LoadPlan plan, Comparability asked, BaselineFile content, Path file, Set<String> without) {
        Set<String> own = new HashSet<>(without);
        own.add(plan.runId());
        ComparableRuns comparable = ComparableRuns.in(content, asked, own);
        List<BaselineRun> usable = comparable.usable();
        Optional<BaselineLookup.Anchor> anchor = anchor(plan.criteria().baseline(), comparable, content.shown());
        Optional<BaselineLookup.EpochStart> epochStart =
                anchor.isPresent() ? Optional.empty() : BaselineLookup.EpochStart.of(comparable.epoch());
        List<BaselineRun> used = new ArrayList<>(usable);
        anchor.ifPresent(pinned -> used.addAll(pinned.runs()));
        List<LineWarning> warnings = new ArrayList<>(content.warnings());
        warnings.addAll(new EditedNumbers(content).warnings(used));
        Optional<NoRuns> why = usable.isEmpty() ? Optional.of(why(plan, asked, comparable, content)) : Optional.empty();
        return new BaselineLookup(usable, comparable.open(), epochStart, anchor, file, warnings, why);
    }

    private NoRuns why(LoadPlan plan, Comparability asked, ComparableRuns comparable, BaselineFile content) {
        NoRuns.Why why = content.stored().isEmpty()
                ? nothingStored(asked, BaselineRun.TestName.of(plan.scenario()), content)
                : comparable.why();
        return new NoRuns(content.shown(), why, plan.criteria().baseline().mode() == BaselinePolicy.Mode.RECORD);
    }

    private static Optional<BaselineLookup.Anchor> anchor(
            BaselinePolicy policy, ComparableRuns comparable, String file) {
        String tag = policy.anchor();
        if (tag == null) {
            return Optional.empty();
        }
        boolean tags = policy.mode() == BaselinePolicy.Mode.RECORD && tag.equals(policy.tag());
        PinnedRuns pinned = new PinnedRuns(comparable, tag);
        List<BaselineRun> runs = pinned.find();
        return Optional.of(new BaselineLookup.Anchor(
                tag, runs, runs.isEmpty() ? Optional.of(new NoRuns(file, pinned.why(), tags)) : Optional.empty()));
    }

    private NoRuns.Why nothingStored(Comparability asked, BaselineRun.TestName test, BaselineFile content) {
        if (!content.warnings().isEmpty()) {
            return new NoRuns.NoLineUsable();
        }
        RunsElsewhere elsewhere = new RunsElsewhere(layout);
        SortedSet<String> others = elsewhere.environments(asked.environment(), test);
        return others.isEmpty()
                ? new NoRuns.NoneYet(elsewhere.moved(asked, test))
                : new NoRuns.OtherEnvironment(others, asked.environment());
    }

    /**
     * Appends a run to its file. Of comparable runs the newest {@link #KEPT} keep all they have, older ones their numbers;
     * what the file says stays the same. Lines that cannot be read are kept byte for byte; either all of the new line is
     * there afterwards or none of it.
     *
     * @return false when the file holds this run already
     * @throws IOException if the file cannot be written; the message names it and says what to do, and the file is as it
     *     was
     */
    public boolean append(BaselineRun run) throws IOException {
        Path file = layout.file(run.environment().name(), run.test());
        try {
            BaselineDirectory.requireContained(directory, file);
            return LockedFile.hold(directory.resolve(LOCK), NanoClock.SYSTEM, lock -> appendAlone(file, run));
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "baseline could not be written to " + file + " (" + Words.of(e)
                            + "); what was stored is unchanged. Free or unlock the place, or set llmperf.baseline.dir"
                            + " to a directory that can be written",
                    e);
        }
    }

    private boolean appendAlone(Path file, BaselineRun run) throws IOException {
        for (Map.Entry<String, String> companion : COMPANIONS.entrySet()) {
            Path path = directory.resolve(companion.getKey());
            if (Files.notExists(path)) {
                write(path, companion.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] bytes = layout.read(file).with(run);
        if (bytes == null) {
            return false;
        }
        write(file, bytes);
        return true;
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        WholeFile.writeDurably(file, target -> target.write(bytes));
    }
}
