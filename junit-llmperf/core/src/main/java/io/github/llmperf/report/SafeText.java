package io.github.llmperf.report;

import io.github.llmperf.plan.Secret;
import io.github.llmperf.plan.Target;
import java.net.URI;
import java.util.regex.Pattern;

/** Removes a target's secrets from texts before they leave the process, wherever else they were removed already. */
final class SafeText {

    private static final Pattern SECRET_PARAMETER =
            Pattern.compile("(?i)([?&][^=&]*(?:key|token|secret|signature|password)[^=&]*=)[^&]*");

    private final Target target;

    SafeText(Report report) {
        this(report.plan().target());
    }

    SafeText(Target target) {
        this.target = target;
    }

    /** A text without the target's secrets. */
    String of(String text) {
        return target.maskSecrets(text);
    }

    /** An address without the target's secrets and without the values of query parameters that look like one. */
    String of(URI uri) {
        return of(SECRET_PARAMETER.matcher(uri.toString()).replaceAll("$1" + Secret.MASK.replace("$", "\\$")));
    }
}
