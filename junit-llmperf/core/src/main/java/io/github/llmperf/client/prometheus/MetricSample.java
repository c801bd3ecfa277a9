package io.github.llmperf.client.prometheus;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One line of a page.
 *
 * @param name as it stands there, with a suffix such as {@code _total} or {@code _bucket}
 * @param labels by name, escapes resolved
 * @param value any number, infinities and not-a-number included
 * @param type of the family that the line belongs to
 */
@API(status = Status.INTERNAL, since = "0.1")
public record MetricSample(String name, SortedMap<String, String> labels, double value, MetricType type) {

    /** Copies the labels. */
    public MetricSample {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /**
     * Returns a label.
     *
     * @return its value; empty where there is none, which Prometheus takes for the same
     */
    public String label(String label) {
        return labels.getOrDefault(label, "");
    }

    MetricSample of(MetricType known) {
        return new MetricSample(name, labels, value, known);
    }
}
