package io.github.llmperf.publish;

import io.github.llmperf.report.text.VisibleText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The services that the class path brings. One that cannot be made hides no other: whoever adds a broken publisher must not
 * lose the reports of all the others.
 *
 * @param usable in the order of the class path
 * @param problems a sentence for each that is left out
 */
@API(status = Status.INTERNAL, since = "0.1")
public record FoundServices<S>(List<S> usable, List<String> problems) {

    /** A class path that brings more broken services than this is not looked through to its end. */
    private static final int MOST_PROBLEMS = 20;

    /**
     * Makes all services of a type.
     *
     * @param loader sees the class path
     */
    public static <S> FoundServices<S> of(Class<S> type, ClassLoader loader) {
        List<S> usable = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        Iterator<S> services = ServiceLoader.load(type, loader).iterator();
        boolean more = true;
        while (more && problems.size() < MOST_PROBLEMS) {
            try {
                more = services.hasNext();
                if (more) {
                    usable.add(services.next());
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                problems.add(problem(type, e));
            }
        }
        return new FoundServices<>(usable, problems);
    }

    private static String problem(Class<?> type, Error e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return "left out a " + type.getSimpleName() + ", the verdict stands: "
                + VisibleText.text(String.valueOf(e.getMessage()))
                + (cause == e ? "" : " (" + VisibleText.text(cause.toString()) + ")")
                + "; mend that class, or remove its name from META-INF/services/" + type.getName();
    }
}
