package io.github.llmperf.plan;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * What a target is called, and what it runs on.
 *
 * @param name name of a target defined by {@code llmperf.target.<name>.*}; null for others
 * @param labels what the server runs on and with (gpu, tp, dtype, …); part of a baseline's identity
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Deployment(@Nullable String name, SortedMap<String, String> labels) {

    /** Without a name and without labels. */
    public static final Deployment UNKNOWN = new Deployment(null, new TreeMap<>());

    /** Copies the labels. */
    public Deployment {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }
}
