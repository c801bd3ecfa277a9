package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.AnswerLength;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.catalog.Dialects;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Checks that per-prompt answer lengths reach the server. */
@API(status = Status.INTERNAL, since = "0.1")
public final class OwnLengths {

    private OwnLengths() {}

    /**
     * Refuses an extraBody that sets the length of every answer, since the prompts' own lengths would then be lost
     * silently.
     *
     * @throws IllegalArgumentException if requests that ask for one and for two tokens are the same
     */
    public static void check(Target target, Workload workload, Prompt prompt) {
        if (workload.extraBody().isBlank()) {
            return;
        }
        Workload twoTokens = workload.withMaxNewTokens(2);
        LengthWriters writers = new LengthWriters(Dialects.named(target.api()), target, twoTokens);
        String one = body(writers, prompt, 1);
        if (one.equals(body(writers, prompt, 2))) {
            throw new IllegalArgumentException(
                    "extraBody must not set the length of the answers where entries of prompt"
                            + " set '" + workload.prompts().set() + "' have one of their own, but is "
                            + workload.extraBody()
                            + "; remove the length from extraBody, or from the entries");
        }
    }

    private static String body(LengthWriters writers, Prompt prompt, int tokens) {
        Prompt asking = prompt.withAnswerLength(Optional.of(AnswerLength.atMost(tokens)));
        return writers.write(asking).body();
    }
}
