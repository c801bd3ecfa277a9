package io.github.llmperf.baseline;

import io.github.llmperf.plan.LoadPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The facts that must be equal for two runs to be comparable, and nothing else. It stands in each line of a baseline
 * file as one object, {@code comparable}, with its hash.
 *
 * @param environment name of the environment, as set by {@code llmperf.environment}
 * @param model as asked for; empty when none
 * @param labels of the target
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Comparability(
        String environment, String model, SortedMap<String, String> labels, WorkloadIdentity workload) {

    /** Copies the labels. */
    public Comparability {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /**
     * Returns what runs must equal to be comparable with one that is about to be judged.
     *
     * @param environment where it takes place
     * @return environment name, model, labels and workload
     */
    public static Comparability of(LoadPlan plan, Environment environment) {
        return of(environment, WorkloadIdentity.of(plan));
    }

    static Comparability of(Environment environment, WorkloadIdentity workload) {
        return new Comparability(environment.name(), environment.model(), environment.labels(), workload);
    }

    /**
     * Returns a hash of all fields, whatever their order: two runs are comparable when theirs are equal.
     *
     * @return 16 hex digits
     */
    public String hash() {
        List<String> lines = new ArrayList<>(List.of("environment=" + environment, "model=" + model));
        labels.forEach((name, value) -> lines.add("label " + name + "=" + value));
        lines.add("workload=" + workload.hash());
        return Fingerprint.of(String.join("\n", lines), 16);
    }

    /**
     * Returns in which fields a stored run differs from this one, in the order of writing.
     *
     * @return such as {@code model}, {@code qwen2.5-7b}, {@code llama-3}; empty when the two are comparable
     */
    public List<Difference> changesSince(Comparability stored) {
        List<Difference> changes = new ArrayList<>();
        addChange(changes, "environment", stored.environment, environment);
        addChange(changes, "model", stored.model, model);
        SortedSet<String> names = new TreeSet<>(stored.labels.keySet());
        names.addAll(labels.keySet());
        for (String name : names) {
            addChange(changes, "label " + name, label(stored.labels, name), label(labels, name));
        }
        changes.addAll(workload.changesSince(stored.workload));
        return changes;
    }

    private static String label(Map<String, String> labels, String name) {
        return labels.getOrDefault(name, "");
    }

    private static void addChange(List<Difference> changes, String what, String from, String to) {
        if (!from.equals(to)) {
            changes.add(new Difference(what, from, to));
        }
    }
}
