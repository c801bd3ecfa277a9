package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.catalog.Dialects;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Says in a sentence for people what a failure means and what to do about it. */
@API(status = Status.INTERNAL, since = "0.1")
public final class FailureAdvice {

    /** Of all other causes the message has the way out in it. */
    private static final Set<FailureCause> NOBODY_THERE = Set.of(
            FailureCause.UNKNOWN,
            FailureCause.UNKNOWN_HOST,
            FailureCause.UNREACHABLE,
            FailureCause.NO_CONNECTION_IN_TIME);

    private static final int LISTED = 12;

    private FailureAdvice() {}

    /**
     * Returns the advice for a failure.
     *
     * @return sentence with the cause and the way out, secrets removed
     * @throws IllegalArgumentException if the target's dialect does not exist
     */
    public static String of(Target target, Workload workload, Failure failure) {
        return of(target, workload, failure, List.of());
    }

    /**
     * Returns the advice for a failure, with the models that could be meant.
     *
     * @param models names the server offers; empty when it does not say
     * @return sentence with the cause and the way out, secrets removed
     * @throws IllegalArgumentException if the target's dialect does not exist
     */
    public static String of(Target target, Workload workload, Failure failure, List<String> models) {
        URI route = Dialects.named(target.api()).route(target, workload);
        String url = FailureText.shown(route);
        String said = said(failure);
        return switch (failure.kind()) {
            case CONNECT ->
                NOBODY_THERE.contains(failure.cause())
                        ? failure.message() + proxied(target)
                                + ": start the server, or point llmperf.target.url / @LlmTarget(url) elsewhere"
                        : failure.message();
            case AUTH ->
                target.key() == null
                        ? "the key is missing or refused by " + url + said
                                + ": name the environment variable that holds it in apiKeyEnv"
                        : url + " refuses the key" + said
                                + ": check the value of the environment variable that apiKeyEnv names, and headers that"
                                + " carry another key";
            case LENGTH ->
                "prompt and maxNewTokens do not fit the model at " + url + said
                        + ": shorten the prompt, lower maxNewTokens, or serve the model with a longer context";
            case OVERLOAD -> url + " has no room" + said + ": lower users or requestRate, or wait until it is idle";
            case TIMEOUT ->
                url + " did not answer in time" + said
                        + ": raise timeout, lower maxNewTokens or users, or look at the server's log";
            case BAD_REQUEST -> refused(target, failure, models, url, said);
            case SERVER_ERROR, STREAM_ERROR -> url + " failed" + said + ": look at the server's log";
            case PROTOCOL ->
                url + " does not answer like api \"" + target.api() + "\"" + said
                        + ": requests go to this route because url is " + FailureText.shown(target.url())
                        + "; set url to the server's base or full route, or api to what it speaks";
            case TRUNCATED ->
                "the answer of " + url + " was cut" + said
                        + ": look at the server's log, and at the limits of proxies between";
            case EMPTY_OUTPUT ->
                "the answer of " + url + " has no output" + said
                        + ": check the prompt and maxNewTokens, or set forceLength";
            case CONNECTION_REUSED_CLOSED ->
                url + " closes idle connections faster than they are used" + said
                        + ": raise its keep-alive time, or lower thinkTime";
            case GENERATOR -> failure.message();
            case CANCELLED -> "the request to " + url + " was ended by the run's own end";
        };
    }

    private static String refused(Target target, Failure failure, List<String> models, String url, String said) {
        if (failure.cause() == FailureCause.OTHER_LENGTH_FIELD) {
            return url + " refuses max_tokens" + said
                    + ": set extraBody = {\"max_tokens\": null, \"max_completion_tokens\": …}";
        }
        if (failure.cause() == FailureCause.UNKNOWN_MODEL) {
            String asked = target.model() == null ? "no model was named" : "\"" + target.model() + "\"";
            return url + " does not have the model asked for (" + asked + ")" + said + ": set model to "
                    + (models.isEmpty() ? "one it serves" : "one of " + listed(models));
        }
        if (failure.status() == 407 && target.connection().proxy() != null) {
            return ConnectFailures.refusedLogin(target);
        }
        if (failure.cause() == FailureCause.SPEAKS_TLS) {
            return FailureText.shown(target.url()) + " speaks TLS, not plain HTTP" + said + ": begin url with https://";
        }
        if (failure.status() == 404 || failure.status() == 405) {
            return "there is no such route: POST " + url + said + ": requests go there because url is "
                    + FailureText.shown(target.url())
                    + "; set url to the server's base or full route, or api to what it"
                    + " speaks, if that is not \"" + target.api() + "\"";
        }
        return url + " refuses the request" + said + ": check extraBody, model and api \"" + target.api() + "\"";
    }

    private static String proxied(Target target) {
        return target.connection().proxy() == null
                ? ""
                : " through the proxy " + target.connection().proxy() + ", which must be up too";
    }

    private static String listed(List<String> models) {
        String first = String.join(", ", models.subList(0, Math.min(LISTED, models.size())));
        return models.size() > LISTED ? first + " (" + models.size() + " in all)" : first;
    }

    private static String said(Failure failure) {
        String status = failure.status() == 0 ? "" : "HTTP " + failure.status();
        String both = status.isEmpty() || failure.words().isEmpty()
                ? status + failure.words()
                : status + ": " + failure.words();
        return both.isEmpty() ? "" : " (" + both + ")";
    }
}
