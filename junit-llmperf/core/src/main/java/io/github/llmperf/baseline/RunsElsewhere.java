package io.github.llmperf.baseline;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds stored runs elsewhere when a test has none: in another environment, or under its former name. This only makes a
 * message more helpful, so unreadable files are skipped, and no more than {@link #MOST} places are looked at, of files
 * with other names {@link #MOST_READ}.
 */
record RunsElsewhere(BaselineLayout layout) {

    /** Places that are looked at: a big directory must not slow a test down. */
    static final int MOST = 200;

    /** Files with other names that are read, of those places. */
    static final int MOST_READ = 20;

    /** Returns the environments other than this one in which the test has runs. */
    SortedSet<String> environments(String environment, BaselineRun.TestName test) {
        SortedSet<String> names = new TreeSet<>();
        for (Path directory : entries(layout.directory())) {
            for (BaselineRun run : runs(BaselineLayout.below(directory, test))) {
                names.add(run.environment().name());
            }
        }
        names.remove(environment);
        return names;
    }

    /**
     * Finds the runs of a test that was renamed: those of a file that differs in one of class, method and cell, and whose
     * newest run is comparable.
     */
    Optional<NoRuns.Renamed> moved(Comparability asked, BaselineRun.TestName test) {
        Path wanted = layout.file(asked.environment(), test);
        for (Path candidate : renamed(layout.environment(asked.environment()), wanted)) {
            List<BaselineRun> runs = runs(candidate);
            if (!runs.isEmpty()) {
                BaselineRun newest = runs.get(runs.size() - 1);
                if (!isOfThisBuild(newest)
                        && asked.changesSince(newest.comparability()).isEmpty()) {
                    return Optional.of(move(newest.test(), candidate, wanted));
                }
            }
        }
        return Optional.empty();
    }

    /** A test that has just run was not renamed: it has the same load as this one. */
    private static boolean isOfThisBuild(BaselineRun run) {
        long began = ManagementFactory.getRuntimeMXBean().getStartTime();
        return run.startedAt().toEpochMilli() >= began;
    }

    private static List<Path> renamed(Path environment, Path wanted) {
        Path relative = environment.relativize(wanted);
        List<Path> candidates = new ArrayList<>();
        Path kept = environment;
        for (int level = 0; level < relative.getNameCount(); level++) {
            boolean isFile = level == relative.getNameCount() - 1;
            for (Path entry : entries(kept)) {
                candidates.add(isFile ? entry : entry.resolve(relative.subpath(level + 1, relative.getNameCount())));
            }
            kept = kept.resolve(relative.getName(level));
        }
        candidates.removeIf(file -> file.equals(wanted) || !file.toString().endsWith(BaselineLayout.ENDING));
        return candidates.stream()
                .limit(MOST)
                .filter(Files::isRegularFile)
                .limit(MOST_READ)
                .toList();
    }

    private NoRuns.Renamed move(BaselineRun.TestName from, Path file, Path wanted) {
        Path directory = layout.directory();
        Path to = directory.relativize(wanted);
        // The topmost free directory: git moves nothing into a directory that does not exist.
        int depth = 2;
        while (depth < to.getNameCount() && Files.exists(directory.resolve(to.subpath(0, depth)))) {
            depth++;
        }
        Path source = directory.resolve(directory.relativize(file).subpath(0, depth));
        Path target = directory.resolve(to.subpath(0, depth));
        return new NoRuns.Renamed(from, layout.shown(source), layout.shown(target));
    }

    private List<BaselineRun> runs(Path file) {
        try {
            return layout.read(file).runs();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns what lies in a directory, in order; no more than is looked at. */
    private static List<Path> entries(Path directory) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path entry : stream) {
                entries.add(entry);
                if (entries.size() == MOST) {
                    break;
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        Collections.sort(entries);
        return entries;
    }
}
