package io.github.llmperf.protocol;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The dialects there are: those built in, and those found by {@link ServiceLoader}, which win where names meet. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Dialects {

    private Dialects() {}

    /**
     * Finds a dialect.
     *
     * @param api its name
     * @return the dialect
     * @throws IllegalArgumentException if there is none of that name; the message lists those there are
     */
    public static Dialect named(String api) {
        Map<String, Dialect> known = new TreeMap<>();
        for (OpenAiRoute route : OpenAiRoute.values()) {
            Dialect dialect = new OpenAiDialect(route);
            known.put(dialect.name(), dialect);
        }
        ServiceLoader.load(Dialect.class).forEach(dialect -> known.put(dialect.name(), dialect));
        Dialect dialect = known.get(api);
        if (dialect == null) {
            throw new IllegalArgumentException("api must be one of " + String.join(", ", known.keySet())
                    + ", or the name of a Dialect found by ServiceLoader, but is \"" + api + "\"");
        }
        return dialect;
    }
}
