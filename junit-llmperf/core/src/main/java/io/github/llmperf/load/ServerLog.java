package io.github.llmperf.load;

import io.github.llmperf.client.prometheus.MetricsReading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The metrics that a server and its exporters reported during a load.
 *
 * @param software name and version, such as {@code vllm 0.9.1}; empty where it does not say
 * @param rounds what all pages said together, in order of time; the first before the load, the last after it
 * @param sources how reading each page went
 * @param change what the load changed, by the engine's own names: growth of counters, last value of all else
 * @param profiled how the profiler fared
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ServerLog(
        String software,
        List<Round> rounds,
        List<Source> sources,
        SortedMap<String, Double> change,
        Profiled profiled) {

    /** Nothing was read. */
    public static final ServerLog NOTHING = new ServerLog("", List.of(), List.of(), new TreeMap<>(), Profiled.NOT);

    /** Copies the lists. */
    public ServerLog {
        rounds = List.copyOf(rounds);
        sources = List.copyOf(sources);
        change = Collections.unmodifiableSortedMap(new TreeMap<>(change));
    }

    /**
     * What was said at one time.
     *
     * @param at when it had been read, on the clock of the load
     */
    public record Round(long at, MetricsReading reading) {}

    /**
     * How reading a page went.
     *
     * @param url without what may be secret
     * @param asked whether somebody named it
     * @param readings how often it was read or tried to be
     * @param failed how often in vain
     * @param why the first failure in a few words; empty for none
     * @param known whether it held any known metric
     * @param malformed lines of its last page that could not be parsed
     */
    public record Source(
            String url, boolean asked, int readings, int failed, String why, boolean known, int malformed) {

        Source and(Source later) {
            return new Source(
                    url,
                    asked || later.asked,
                    readings + later.readings,
                    failed + later.failed,
                    why.isEmpty() ? later.why : why,
                    known || later.known,
                    later.malformed);
        }
    }

    /**
     * Whether a profiler was on.
     *
     * @param on whether it was on during the load
     * @param problems what went wrong, in sentences
     */
    public record Profiled(boolean on, List<String> problems) {

        /** Nobody asked for it. */
        public static final Profiled NOT = new Profiled(false, List.of());

        /** Copies the list. */
        public Profiled {
            problems = List.copyOf(problems);
        }
    }

    /** Returns this log with how the profiler fared. */
    public ServerLog with(Profiled fared) {
        return new ServerLog(software, rounds, sources, change, fared);
    }

    /**
     * Returns this log with what the server says it is.
     *
     * @param nameAndVersion such as {@code vllm 0.9.1}; empty where it does not say
     */
    public ServerLog of(String nameAndVersion) {
        return new ServerLog(nameAndVersion, rounds, sources, change, profiled);
    }

    /**
     * Returns the logs of several starts of a server as one.
     *
     * @param logs in order of time, one or more
     * @return all rounds; what changed is that of the last, since counters of several servers do not add up to one
     */
    public static ServerLog together(List<ServerLog> logs) {
        ServerLog all = logs.get(0);
        for (ServerLog later : logs.subList(1, logs.size())) {
            all = all.and(later);
        }
        return all;
    }

    private ServerLog and(ServerLog later) {
        List<Round> both = new ArrayList<>(rounds);
        both.addAll(later.rounds);
        List<String> problems = new ArrayList<>(profiled.problems());
        later.profiled.problems().stream()
                .filter(problem -> !problems.contains(problem))
                .forEach(problems::add);
        return new ServerLog(
                software.isEmpty() ? later.software : software,
                both,
                joined(later),
                later.change,
                new Profiled(profiled.on() || later.profiled.on(), problems));
    }

    private List<Source> joined(ServerLog later) {
        List<Source> all = new ArrayList<>(sources);
        for (Source source : later.sources) {
            int same = all.stream().map(Source::url).toList().indexOf(source.url());
            if (same < 0) {
                all.add(source);
            } else {
                all.set(same, all.get(same).and(source));
            }
        }
        return all;
    }
}
