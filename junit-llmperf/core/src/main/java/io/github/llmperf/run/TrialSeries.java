package io.github.llmperf.run;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.settings.TargetResolver;
import io.github.llmperf.verdict.Judge;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.Remark.OneTrial;
import io.github.llmperf.verdict.Remark.OneTrial.Why;
import io.github.llmperf.verdict.Remark.WithoutEffect;
import io.github.llmperf.verdict.TrialRule;
import java.util.ArrayList;
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
        NanoClock clock,
        Consumer<String> say) {

    Trials run(List<? extends LoadProgress> progress) throws InterruptedException {
        if (most() > 1) {
            say.accept(plan().scenario() + ": "
                    + (calibrates()
                            ? most() + " trials of that, to calibrate"
                            : "at most " + most() + " trials of that"));
        }
        List<Trial> done = new ArrayList<>(List.of(trial(prepared.plans(), progress)));
        while (done.size() < most() && wantsAnother(done)) {
            try {
                done.add(trial(List.of(next(done.size())), progress));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExtensionConfigurationException e) {
                return new Trials(done, Optional.of(e)); // what was measured is told nevertheless
            }
            if (Thread.currentThread().isInterrupted()) {
                return new Trials(cut(done));
            }
        }
        return new Trials(done);
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
        return targets.canStartAnew();
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
        LoadExecution execution = plan().load().pairing() == null
                ? SingleExecution.of(plans, prepared.prompts(), clock, progress, say)
                : PairedExecution.of(plan(), prepared.prompts(), clock, progress.get(0), starts());
        return Trial.of(plans, execution);
    }

    private boolean wantsAnother(List<Trial> done) {
        if (!done.get(done.size() - 1).execution().endedAsPlanned()) {
            return false;
        }
        return calibrates() || TrialRule.wantsAnother(plan(), soFar(done), done.size());
    }

    /** Judges as it is done in the end: of a re-run together with what ran before. */
    private Judgement soFar(List<Trial> done) {
        PreparedLoads.Prepared load = prepared.loads().get(0);
        return Judge.judge(plan(), load.withEarlier(new Trials(done).candidate(0)), load.stored());
    }

    private LoadPlan next(int number) throws InterruptedException {
        String name = "trial " + (number + 1) + " of " + (calibrates() ? "" : "at most ") + most() + " of "
                + plan().scenario();
        if (!targets.canStartAnew()) {
            say.accept(name + ": on the same server");
            return plan().ofTrial(number, plan().target());
        }
        say.accept(name + ": starting the target anew");
        try {
            return plan().ofTrial(number, starts().anew(targets));
        } catch (ExtensionConfigurationException e) {
            throw new ExtensionConfigurationException(name + ": " + e.getMessage(), e);
        }
    }

    private Starts starts() {
        return new Starts(targets, context, say);
    }

    private static List<Trial> cut(List<Trial> done) {
        List<Trial> cut = new ArrayList<>(done);
        Trial last = cut.remove(cut.size() - 1);
        cut.add(new Trial(last.execution().interrupted(), last.measurements()));
        return cut;
    }
}
