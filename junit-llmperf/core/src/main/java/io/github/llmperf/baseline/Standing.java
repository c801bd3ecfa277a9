package io.github.llmperf.baseline;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Whether later runs are compared with a stored run. */
@API(status = Status.INTERNAL, since = "0.1")
public enum Standing {
    /** It counts. */
    CONFIRMED,
    /** It looks worse, but that is not decided: it counts once later runs show that it was noise. */
    WAITING,
    /** It does not count until somebody accepts it. */
    REFUSED;

    /** Returns the name as it stands in a stored line. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Standing> named(String jsonName) {
        return Arrays.stream(values())
                .filter(standing -> standing.jsonName().equals(jsonName))
                .findFirst();
    }
}
