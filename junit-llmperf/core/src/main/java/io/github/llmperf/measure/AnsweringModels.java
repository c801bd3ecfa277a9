package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import java.util.Collection;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The models that answers name. Behind a gateway it need not be the one that was asked for. */
@API(status = Status.INTERNAL, since = "0.1")
public final class AnsweringModels {

    /** More names than that are no models. */
    private static final int MOST = 10;

    private AnsweringModels() {}

    /**
     * Returns the names in the measured answers.
     *
     * @return sorted, ten at most
     */
    public static SortedSet<String> in(Collection<RequestRecord> records) {
        return records.stream()
                .filter(record -> record.measured() && record.succeeded())
                .map(record -> record.answer().model())
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .limit(MOST)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
