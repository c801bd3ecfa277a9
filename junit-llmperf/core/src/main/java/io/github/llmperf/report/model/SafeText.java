package io.github.llmperf.report.model;

import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Target;
import io.github.llmperf.secret.Secret;
import java.net.URI;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Removes the secrets of a run's targets from texts before they leave the process, wherever else they were removed already. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SafeText {

    private static final Pattern SECRET_PARAMETER =
            Pattern.compile("(?i)([?&][^=&]*(?:key|token|secret|signature|password)[^=&]*=)[^&]*");

    private final List<UnaryOperator<String>> masking;

    /** Knows the secrets of all targets of a run. */
    public SafeText(Report report) {
        Pairing pairing = report.plan().load().pairing();
        Target own = report.plan().target();
        masking = pairing == null
                ? List.of(own.masking())
                : List.of(own.masking(), pairing.with().masking());
    }

    public SafeText(Target target) {
        masking = List.of(target.masking());
    }

    /**
     * Removes the secrets.
     *
     * @param text any text, such as a failure's message
     * @return the text without the targets' secrets
     */
    public String of(String text) {
        String masked = text;
        for (UnaryOperator<String> each : masking) {
            masked = each.apply(masked);
        }
        return masked;
    }

    /** An address without the target's secrets and without the values of query parameters that look like one. */
    public String of(URI uri) {
        return of(SECRET_PARAMETER.matcher(uri.toString()).replaceAll("$1" + Secret.MASK.replace("$", "\\$")));
    }
}
