package io.github.llmperf.run;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Target;
import io.github.llmperf.settings.TargetResolver;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.Remark.NotRetried;
import io.github.llmperf.verdict.Remark.OneTrial;
import io.github.llmperf.verdict.Remark.OneTrial.Why;
import io.github.llmperf.verdict.Remark.WithoutEffect;
import io.github.llmperf.verdict.TrialRule;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sends the loads of a test, and again on a target started anew while that may decide it. To calibrate, so many times in
 * any case, on the same server where it cannot be started anew.
 */
record TrialSeries(
        PreparedLoads prepared,
        TargetResolver targets,
        ExtensionContext context,
        Retries retries,
        Consumer<String> say) {

    Trials run(List<? extends LoadProgress> progress) throws InterruptedException {
        if (most() > 1) {
            say.accept(plan().scenario() + ": "
                    + (calibrates()
                            ? most() + " trials of that, to calibrate"
                            : "at most " + most() + " trials of that"));
        }
        Trials trials = new Trials(trial(prepared.plans(), progress));
        Trials before;
        do {
            before = trials;
            try {
                trials = goOn(before, progress);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return before.interrupted();
            } catch (ExtensionConfigurationException e) {
                return before.cutShort(e); // what was measured is told nevertheless
            }
            if (trials.tries() > before.tries() && Thread.currentThread().isInterrupted()) {
                return trials.interrupted();
            }
        } while (trials.tries() > before.tries());
        return trials;
    }

    /** Adds a trial, or tries the last one again; no more tries than before are the end. */
    private Trials goOn(Trials soFar, List<? extends LoadProgress> progress) throws InterruptedException {
        Optional<Judgement> invalid = retries.healable(soFar);
        Optional<NotRetried> obstacle = invalid.flatMap(any -> retries.obstacle(soFar, most()));
        if (invalid.isPresent() && obstacle.isEmpty()) {
            retries.await(soFar, invalid.get());
            String name = "retry " + (soFar.givenUp().size() + 1) + " of "
                    + plan().scenario().withoutStage();
            return soFar.butLast(trial(next(name, soFar.tries()), progress), invalid.get());
        }
        if (soFar.all().size() < most() && wantsAnother(soFar)) {
            String name = "trial " + (soFar.all().size() + 1) + " of " + (calibrates() ? "" : "at most ") + most()
                    + " of " + plan().scenario();
            return soFar.and(trial(next(name, soFar.tries()), progress));
        }
        return soFar.because(obstacle);
    }

    /** Returns why there is one trial though more were allowed; empty where there may be more, or none were asked for. */
    Optional<Remark> whyOne() {
        int asked = plan().criteria().baseline().trials();
        if (plan().load().pairing() != null) {
            return asked == 1 ? Optional.empty() : Optional.of(WithoutEffect.TRIALS_OF_PAIRS);
        }
        if (plan().criteria().baseline().mode() == Mode.OFF || asked == 1) {
            return Optional.empty();
        }
        if (prepared.plans().size() > 1) {
            return Optional.of(new OneTrial(Why.STAGES, calibrates() ? OptionalInt.empty() : OptionalInt.of(asked)));
        }
        return calibrates() || targets.canStartAnew()
                ? Optional.empty()
                : Optional.of(new OneTrial(Why.SAME_START, OptionalInt.of(asked)));
    }

    /** Returns whether each trial has a start of the target of its own. */
    boolean startsAnew() {
        return retries.startsAnew();
    }

    private boolean calibrates() {
        return plan().criteria().baseline().mode() == Mode.CALIBRATE;
    }

    private int most() {
        boolean several = plan().criteria().baseline().mode() != Mode.OFF && whyOne().isEmpty();
        return several ? plan().criteria().baseline().trials() : 1;
    }

    private LoadPlan plan() {
        return prepared.plans().get(0);
    }

    private Trial trial(List<LoadPlan> plans, List<? extends LoadProgress> progress) throws InterruptedException {
        NanoClock clock = retries.machine().clock();
        LoadExecution execution = plan().load().pairing() == null
                ? SingleExecution.of(plans, prepared.prompts(), clock, progress, say)
                : PairedExecution.of(plans.get(0), prepared.prompts(), clock, progress.get(0), starts());
        return Trial.of(plans, execution.on(retries.machine()));
    }

    private boolean wantsAnother(Trials soFar) {
        Trial last = soFar.all().get(soFar.all().size() - 1);
        return last.execution().endedAsPlanned()
                && (calibrates()
                        || TrialRule.wantsAnother(
                                plan(),
                                soFar.judge(prepared.loads().get(0), 0),
                                soFar.all().size()));
    }

    /**
     * Returns the loads of the next try, on a target started anew where that can be.
     *
     * @param number of tries before
     */
    private List<LoadPlan> next(String name, int number) throws InterruptedException {
        Target target = startsAnew() && !startsEachPairAnew() ? startAnew(name) : sameTarget(name);
        return prepared.plans().stream()
                .map(plan -> plan.ofTrial(number, target))
                .toList();
    }

    private boolean startsEachPairAnew() {
        Pairing pairing = plan().load().pairing();
        return pairing != null && pairing.unit() == Pairing.Unit.STARTS;
    }

    private Target sameTarget(String name) {
        say.accept(name + (startsEachPairAnew() ? "" : ": on the same server"));
        return plan().target();
    }

    private Target startAnew(String name) throws InterruptedException {
        say.accept(name + ": starting the target anew");
        try {
            return starts().anew(targets);
        } catch (ExtensionConfigurationException e) {
            throw new ExtensionConfigurationException(name + ": " + e.getMessage(), e);
        }
    }

    private Starts starts() {
        return new Starts(targets, context, say);
    }
}
