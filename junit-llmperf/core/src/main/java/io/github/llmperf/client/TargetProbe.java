package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.protocol.kit.ModelNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Sends one tiny request before a load, so that a wrong url, key or model is reported in one clear sentence. */
@API(status = Status.INTERNAL, since = "0.1")
public final class TargetProbe {

    private static final int TOKENS = 16;

    /** What a server or a proxy that is up would say again. */
    private static final Set<FailureCause> LASTING = Set.of(
            FailureCause.SPEAKS_TLS,
            FailureCause.SPEAKS_PLAIN_HTTP,
            FailureCause.SERVER_CERTIFICATE,
            FailureCause.CLIENT_CERTIFICATE,
            FailureCause.TLS_ALERT,
            FailureCause.PROXY_LOGIN,
            FailureCause.PROXY_REFUSES);

    private TargetProbe() {}

    /**
     * A probe that failed.
     *
     * @param advice what it means and what to do
     */
    public record Refusal(Failure failure, String advice) {

        /**
         * Returns whether the failure may pass by itself while a server starts and loads its model: nothing answers
         * yet, it or a gateway before it has no room, or answers 5xx, or 404 as long as the model's routes are missing.
         *
         * @return false for what will not change, such as a refused key, an unknown model or a wrong certificate
         */
        public boolean mayPass() {
            return switch (failure.kind()) {
                case TIMEOUT, OVERLOAD, SERVER_ERROR, STREAM_ERROR, TRUNCATED, CONNECTION_REUSED_CLOSED -> true;
                case CONNECT -> !LASTING.contains(failure.cause());
                case BAD_REQUEST -> failure.status() == 404 && failure.cause() != FailureCause.UNKNOWN_MODEL;
                case AUTH, LENGTH, PROTOCOL, EMPTY_OUTPUT, GENERATOR, CANCELLED -> false;
            };
        }
    }

    /**
     * Sends one short prompt that asks for a few tokens, otherwise as the load would.
     *
     * @param timeout longest time of the request
     * @return why the load would fail; empty when the target answers, be it without output
     * @throws IllegalArgumentException if target or workload ask for what the dialect cannot say
     */
    public static Optional<Refusal> probe(Target target, Workload workload, Duration timeout) {
        Workload tiny = tiny(workload);
        try (OkHttpLlmClient client = OkHttpLlmClient.open(target, tiny, timeout, 1, System::nanoTime)) {
            PlannedRequest request =
                    new PlannedRequest(0, 0, RequestPhase.WARMUP, 1, Prompt.of("Say hi."), System.nanoTime());
            Failure failure = client.send(request).failure();
            if (failure == null || failure.kind() == FailureKind.EMPTY_OUTPUT) {
                return Optional.empty();
            }
            List<String> models = failure.cause() == FailureCause.UNKNOWN_MODEL ? models(target) : List.of();
            return Optional.of(new Refusal(failure, FailureAdvice.of(target, tiny, failure, models)));
        }
    }

    private static List<String> models(Target target) {
        return Dialects.named(target.api())
                .modelsUrl(target)
                .flatMap(url -> SmallFetch.get(target, url))
                .map(ModelNames::in)
                .orElse(List.of());
    }

    private static Workload tiny(Workload w) {
        return new Workload(
                Workload.Prompts.of(w.prompts().set(), w.prompts().hash()),
                Math.min(TOKENS, w.maxNewTokens()),
                w.forceLength(),
                w.stream(),
                w.temperature(),
                w.systemPrompt(),
                w.extraBody(),
                w.cache());
    }
}
