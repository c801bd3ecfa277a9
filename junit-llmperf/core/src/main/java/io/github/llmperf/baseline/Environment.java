package io.github.llmperf.baseline;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Where a run took place. Only {@code name}, {@code model} and {@code labels} must match for a comparison; the rest is
 * shown.
 *
 * @param name as set by {@code llmperf.environment}
 * @param target url or name of the target, without secrets
 * @param model as asked for; empty when none
 * @param labels of the target
 * @param server what the server says of itself, such as {@code vllm 0.9.1}; empty when nothing
 * @param java version of this JVM
 * @param os operating system and architecture
 * @param cpus processors of this machine
 * @param answeredBy models that the answers name, sorted; empty where they name none
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Environment(
        String name,
        String target,
        String model,
        SortedMap<String, String> labels,
        String server,
        String java,
        String os,
        int cpus,
        Set<String> answeredBy) {

    /** Copies the labels and the models. */
    public Environment {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        answeredBy = Collections.unmodifiableSortedSet(new TreeSet<>(answeredBy));
    }

    /**
     * Returns this environment with what the server says of itself.
     *
     * @param said such as {@code vllm 0.9.1}; empty when nothing
     */
    public Environment ofServer(String said) {
        return new Environment(name, target, model, labels, said, java, os, cpus, answeredBy);
    }

    /** Returns this environment with the models that the answers name. */
    public Environment answeredBy(Set<String> models) {
        return new Environment(name, target, model, labels, server, java, os, cpus, models);
    }

    /**
     * Returns whether more is known than what must match: old runs keep no more.
     *
     * @return true where the machine, the server or the target is known
     */
    public boolean isMachineKnown() {
        return cpus != 0 || !(target + server + java + os).isEmpty();
    }
}
