package io.github.llmperf.protocol.kit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of a JSON value are read, by name, wherever they stand. All others are skipped while parsing, so that log
 * probabilities, token ids and settings that a server repeats in every event cost no memory. The fields of errors are
 * always read, and everything inside {@code error} and {@code detail}.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class Fields {

    /** Every field. */
    public static final Fields ALL = new Fields(null);

    private static final List<String> OF_ERRORS = List.of(
            "object",
            "message",
            "msg",
            "code",
            "type",
            "status",
            "param",
            "status_code",
            "http_status_code",
            "error_type",
            "err_type");

    private static final Set<String> WHOLE = Set.of("error", "detail");

    private final @Nullable Set<String> names;

    private Fields(@Nullable Set<String> names) {
        this.names = names;
    }

    /**
     * Returns a choice of fields.
     *
     * @param names of the fields, and of all fields that they lie in
     * @return the choice
     */
    public static Fields of(String... names) {
        Set<String> all = new LinkedHashSet<>(OF_ERRORS);
        all.addAll(List.of(names));
        all.addAll(WHOLE);
        return new Fields(all);
    }

    /**
     * Returns this choice and another.
     *
     * @param other more fields
     * @return the fields of both
     */
    public Fields and(Fields other) {
        if (names == null || other.names == null) {
            return ALL;
        }
        Set<String> all = new LinkedHashSet<>(names);
        all.addAll(other.names);
        return new Fields(all);
    }

    boolean has(String name) {
        return names == null || names.contains(name);
    }

    /** Inside some fields everything is read. */
    Fields inside(String name) {
        return WHOLE.contains(name) ? ALL : this;
    }
}
