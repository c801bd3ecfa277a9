package io.github.llmperf.baseline;

import io.github.llmperf.load.NanoClock;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
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

    private static final Duration LOCK_LIMIT = Duration.ofSeconds(30);
    private static final Map<String, String> COMPANIONS =
            Map.of(".gitattributes", "*.jsonl merge=union\n", ".gitignore", StoreLock.FILE + "\n*.tmp\n");

    private final Path directory;
    private final NanoClock clock;
    private final AtomicFile.Writer writer;

    BaselineStore(Path directory, NanoClock clock, AtomicFile.Writer writer) {
        this.directory = directory.toAbsolutePath().normalize();
        this.clock = clock;
        this.writer = writer;
    }

    /**
     * Opens a directory, which need not exist: the first append creates it.
     *
     * @param directory where runs are stored
     * @return the store
     */
    public static BaselineStore open(Path directory) {
        return new BaselineStore(directory, NanoClock.SYSTEM, AtomicFile.Writer.DISK);
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
     * @param plan the plan of the run about to be judged
     * @param environment where it took place
     * @return the runs, or the reason why there are none
     */
    public BaselineLookup find(LoadPlan plan, Environment environment) {
        BaselineRun.TestName test = BaselineRun.TestName.of(plan.scenario());
        Path file = fileOf(environment.name(), test);
        BaselineFile content;
        try {
            BaselineDirectory.requireContained(directory, file);
            content = BaselineFile.read(file, shown(file));
        } catch (IOException e) {
            String why = "baseline " + file + " could not be read (" + reason(e) + "); make it readable";
            return new BaselineLookup(List.of(), Optional.empty(), file, List.of(), why);
        }
        Comparability comparability = new Comparability(WorkloadIdentity.of(plan), environment, plan.runId());
        List<BaselineRun> usable = comparability.usable(content.runs());
        String why = "";
        if (usable.isEmpty()) {
            why = content.runs().isEmpty()
                    ? nothingStored(environment.name(), test, content, shown(file))
                    : comparability.why(content.runs(), shown(file));
        }
        boolean records = plan.baseline().mode() == BaselinePolicy.Mode.RECORD;
        String told = records ? why.replace(Comparability.RECORD, "this run is recorded") : why;
        return new BaselineLookup(usable, Optional.empty(), file, content.warnings(), told);
    }

    private String nothingStored(
            String environment, BaselineRun.TestName test, BaselineFile content, String shownFile) {
        if (!content.warnings().isEmpty()) {
            return "no line of " + shownFile + " can be used; restore it from git, or " + Comparability.RECORD;
        }
        SortedSet<String> others = otherEnvironments(environment, test);
        if (!others.isEmpty()) {
            return "environment changed from " + String.join(" or ", others) + " to " + environment
                    + "; set llmperf.environment, or " + Comparability.RECORD;
        }
        return "none stored yet in " + shownFile + "; " + Comparability.RECORD;
    }

    private SortedSet<String> otherEnvironments(String environment, BaselineRun.TestName test) {
        SortedSet<String> names = new TreeSet<>();
        if (!Files.isDirectory(directory)) {
            return names;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                Path file = below(entry, test);
                BaselineDirectory.requireContained(directory, file);
                if (Files.isRegularFile(file)) {
                    BaselineFile.read(file, shown(file))
                            .runs()
                            .forEach(r -> names.add(r.environment().name()));
                }
            }
        } catch (IOException e) {
            // Only makes a sentence more helpful: the answer is "nothing comparable" either way.
            return names;
        }
        names.remove(environment);
        return names;
    }

    /**
     * Appends a run to its file. What the file holds is kept byte for byte, damaged lines too; either all of the new
     * line is there afterwards or none of it.
     *
     * @param run the run
     * @return false when the file holds this run already
     * @throws IOException if the file cannot be written; the message names it and says what to do, and the file is as it
     *     was
     */
    public boolean append(BaselineRun run) throws IOException {
        Path file = fileOf(run.environment().name(), run.test());
        try {
            BaselineDirectory.requireContained(directory, file);
            Files.createDirectories(directory);
            try (StoreLock lock = StoreLock.acquire(directory, clock, LOCK_LIMIT)) {
                return appendLocked(file, run, lock);
            }
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "baseline could not be written to " + file + " (" + reason(e)
                            + "); what was stored is unchanged. Free or unlock the place, or set llmperf.baseline.dir"
                            + " to a directory that can be written",
                    e);
        }
    }

    @SuppressWarnings("unused") // the lock says that the caller holds it
    private boolean appendLocked(Path file, BaselineRun run, StoreLock lock) throws IOException {
        for (Map.Entry<String, String> companion : COMPANIONS.entrySet()) {
            Path path = directory.resolve(companion.getKey());
            if (Files.notExists(path)) {
                AtomicFile.replace(path, companion.getValue().getBytes(StandardCharsets.UTF_8), writer);
            }
        }
        byte[] bytes = BaselineFile.read(file, shown(file)).with(run);
        if (bytes == null) {
            return false;
        }
        Files.createDirectories(Optional.ofNullable(file.getParent()).orElse(directory));
        AtomicFile.replace(file, bytes, writer);
        return true;
    }

    private Path fileOf(String environment, BaselineRun.TestName test) {
        return below(directory.resolve(SafeName.of(environment)), test);
    }

    private static Path below(Path environmentDirectory, BaselineRun.TestName test) {
        return environmentDirectory
                .resolve(SafeName.of(test.className()))
                .resolve(SafeName.of(test.methodName()))
                .resolve(SafeName.of(test.cellName()) + ".jsonl");
    }

    /** Returns the path from the directory's own name on, with slashes: the same in every checkout. */
    private String shown(Path file) {
        return directory.getFileName() + "/"
                + directory.relativize(file).toString().replace('\\', '/');
    }

    private static String reason(IOException e) {
        String type = e.getClass().getSimpleName();
        if (e instanceof FileSystemException system && system.getReason() == null) {
            return type.replace("Exception", "")
                    .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                    .toLowerCase(Locale.ROOT);
        }
        return e instanceof FileSystemException system
                ? String.valueOf(system.getReason())
                : e.getMessage() == null ? type : e.getMessage();
    }
}
