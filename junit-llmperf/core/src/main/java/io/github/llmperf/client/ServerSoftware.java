package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.protocol.kit.SoftwarePage;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Asks a server for its name and version: a changed version is the first suspect when it is slower than before. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ServerSoftware {

    /** A short time-out, for servers that never answer unknown paths. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Hosted providers report no version, and six requests before each load would be noise in their logs. */
    private static final Pattern PROVIDER = Pattern.compile(
            "(?:.*\\.)?(?:openai\\.com|openai\\.azure\\.com|anthropic\\.com|googleapis\\.com|amazonaws\\.com(?:\\.cn)?)",
            Pattern.CASE_INSENSITIVE);

    private ServerSoftware() {}

    /**
     * Gets the pages on which engines say their version, one after the other, until there is one.
     *
     * @param target the endpoint; its headers and key are sent to its own host only
     * @param nanos a clock in nanoseconds: after three seconds no further page is asked for
     * @return name and version, such as {@code vllm 0.9.1}; the version alone where nobody says of what; empty where nothing
     *     is said
     */
    public static String of(Target target, LongSupplier nanos) {
        if (!isEngine(target)) {
            return "";
        }
        long began = nanos.getAsLong();
        for (SoftwarePage page : SoftwarePage.values()) {
            Optional<String> said =
                    SmallFetch.get(target, target.atRoot(page.path())).flatMap(page::read);
            if (said.isPresent()) {
                return target.maskSecrets(named(target, said.get()));
            }
            if (nanos.getAsLong() - began > PATIENCE.toNanos()) {
                return "";
            }
        }
        return "";
    }

    /** Returns whether the target may be an engine rather than a hosted provider. */
    static boolean isEngine(Target target) {
        return !PROVIDER.matcher(target.url().getHost()).matches();
    }

    private static String named(Target target, String said) {
        return said.contains(" ")
                ? said
                : Dialects.named(target.api())
                        .modelsUrl(target)
                        .flatMap(url -> SmallFetch.get(target, url))
                        .flatMap(SoftwarePage::owner)
                        .map(owner -> owner + " " + said)
                        .orElse(said);
    }
}
