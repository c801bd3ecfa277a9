package io.github.llmperf.run;

import io.github.llmperf.machine.SharedMachine;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Workload.Cache;
import io.github.llmperf.settings.Budget;
import io.github.llmperf.settings.ConfigurationKeys;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Remark.NotRetried;
import io.github.llmperf.verdict.RetryRule;
import io.github.llmperf.wording.ReasonText;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Tries a trial again that could not be judged, since other programs kept this machine busy.
 *
 * @param most retries of a test, 0 or more
 * @param startsAnew whether the target is started anew for each
 */
record Retries(PreparedLoads prepared, int most, boolean startsAnew, SharedMachine machine, Consumer<String> say) {

    /** Returns what the last trial came to, if another try may heal it and there are any left. */
    Optional<Judgement> healable(Trials soFar) {
        if (soFar.givenUp().size() >= most) {
            return Optional.empty();
        }
        List<Judgement> loads = IntStream.range(0, soFar.loads())
                .mapToObj(load -> soFar.judge(prepared.loads().get(load), load))
                .toList();
        return RetryRule.wantsAnother(loads)
                ? loads.stream()
                        .filter(load -> load.verdict() == Verdict.INVALID)
                        .findFirst()
                : Optional.empty();
    }

    /**
     * Returns why a trial is not tried again all the same.
     *
     * @param trials that there may be in all
     */
    Optional<NotRetried> obstacle(Trials soFar, int trials) {
        if (!startsAnew && promptsComeAgain()) {
            return Optional.of(NotRetried.SAME_PROMPTS);
        }
        int loads = trials + soFar.givenUp().size() + 1;
        return prepared.plans().stream().allMatch(plan -> Budget.allows(plan, prepared.each(), loads))
                ? Optional.empty()
                : Optional.of(NotRetried.BUDGET);
    }

    /** What makes prompts unique is left out where they are meant to repeat, or to have an exact length. */
    private boolean promptsComeAgain() {
        return prepared.plans().stream()
                .map(plan -> plan.load().workload())
                .anyMatch(load ->
                        load.cache() == Cache.SHARED || load.prompts().chars().isPresent());
    }

    /** Says what was given up, and waits until it is worth while to try again. */
    void await(Trials soFar, Judgement invalid) throws InterruptedException {
        String test = prepared.plans().get(0).scenario().withoutStage().toString();
        say.accept(test + ": " + invalid.verdict().words() + ": " + ReasonText.of(invalid));
        say.accept(test + ": retry " + (soFar.givenUp().size() + 1) + " of " + most + " (" + ConfigurationKeys.RETRIES
                + ") as soon as other programs leave half of the processors, in " + SharedMachine.MOST_SECONDS
                + " s at most");
        if (!machine.awaitCalm()) {
            say.accept(test + ": this machine is still busy; retry all the same");
        }
    }
}
