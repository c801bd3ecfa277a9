package io.github.llmperf.machine;

import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.RefusedSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * How many threads the system lets this process start: the limits of its control groups, of either version, and
 * {@code ulimit -u}. They bind only where a user of a load takes a thread of the system.
 *
 * @param root of the file system in which Linux tells them; other systems tell nothing there
 * @param perUser whether each user takes a thread of the system
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ThreadLimits(Path root, boolean perUser) {

    /** Threads that a load has beside its users, those of its HTTP client among them. */
    private static final long RESERVE = 8;

    private static final String CGROUPS = "sys/fs/cgroup";

    /**
     * One limit.
     *
     * @param source where it is set
     * @param limit most processes and threads
     * @param taken how many there are already, or at least
     */
    public record Bound(String source, long limit, long taken) {
        long free() {
            return limit - taken - RESERVE;
        }
    }

    public static ThreadLimits ofProcess() {
        return new ThreadLimits(Path.of("/"), LoadRunner.takesThreadPerUser());
    }

    /**
     * Refuses a plan with more users than threads can be started. Of an open loop nobody knows how many requests will be
     * in flight.
     *
     * @throws IllegalArgumentException with a message that begins with the attribute to lower
     */
    void check(LoadPlan plan) {
        if (!perUser || !(plan.load().arrival() instanceof Arrival.ClosedLoop closed)) {
            return;
        }
        tightest().filter(bound -> closed.users() > bound.free()).ifPresent(bound -> {
            throw new RefusedSetting(
                    "users",
                    "must be at most " + number(Math.max(0, bound.free()))
                            + " in this process, but is " + number(closed.users())
                            + ": each takes a thread on this Java, and of the " + number(bound.limit())
                            + " processes and threads that " + bound.source() + " allows " + number(bound.taken())
                            + " exist already and " + RESERVE + " are kept free; " + wayOut("users"));
        });
    }

    /** Returns what to do where threads are missing. */
    public static String wayOut(String attribute) {
        return "raise the limit (of a pod or container, or ulimit -u), run the tests on Java 24 or newer, where users take"
                + " no threads of the system, or lower " + attribute;
    }

    public static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Returns the limit that is met first; empty where none is known. */
    public Optional<Bound> tightest() {
        return Stream.concat(ofGroups().stream(), ofUser().stream()).min(Comparator.comparingLong(Bound::free));
    }

    /** Lines are such as {@code 0::/a/b} in version 2 and {@code 8:pids:/a/b} in version 1. */
    private List<Bound> ofGroups() {
        List<Bound> bounds = new ArrayList<>();
        for (String line : lines("proc/self/cgroup")) {
            String[] parts = line.split(":", 3);
            boolean second = parts.length == 3 && parts[1].isEmpty();
            if (second || (parts.length == 3 && List.of(parts[1].split(",", -1)).contains("pids"))) {
                Path mounted = root.resolve(CGROUPS).resolve(second ? "" : "pids");
                bounds.addAll(ofGroup(mounted, parts[2]));
            }
        }
        return bounds;
    }

    /** Each group above binds as well. In a container the path may be the host's, of which only the top is seen. */
    private static List<Bound> ofGroup(Path mounted, String path) {
        List<Bound> bounds = new ArrayList<>();
        @Nullable Path group = mounted.resolve(path.replaceFirst("^/+", "")).normalize();
        while (group != null && group.startsWith(mounted)) {
            OptionalLong limit = numberIn(group.resolve("pids.max"));
            OptionalLong taken = numberIn(group.resolve("pids.current"));
            if (limit.isPresent() && taken.isPresent()) {
                bounds.add(new Bound("pids.max of " + group, limit.getAsLong(), taken.getAsLong()));
            }
            group = group.getParent();
        }
        return bounds;
    }

    /** Counts all of the user's threads, of which those of this process are known; root is exempt. */
    private Optional<Bound> ofUser() {
        List<String> status = lines("proc/self/status");
        OptionalLong user = field(status, "Uid:", 1);
        OptionalLong threads = field(status, "Threads:", 1);
        OptionalLong limit = field(lines("proc/self/limits"), "Max processes", 2);
        return user.isPresent() && user.getAsLong() != 0 && threads.isPresent() && limit.isPresent()
                ? Optional.of(new Bound("ulimit -u", limit.getAsLong(), threads.getAsLong()))
                : Optional.empty();
    }

    private static OptionalLong field(List<String> lines, String name, int word) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.trim().split("\\s+", -1))
                .filter(words -> words.length > word)
                .map(words -> parsed(words[word]))
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    private static OptionalLong numberIn(Path file) {
        try {
            return parsed(Files.readString(file).strip());
        } catch (IOException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }

    /** No number where there is no limit: {@code max}, {@code unlimited}. */
    private static OptionalLong parsed(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(root.resolve(file));
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }
}
