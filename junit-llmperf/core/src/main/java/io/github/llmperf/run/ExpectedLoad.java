package io.github.llmperf.run;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Times;
import io.github.llmperf.settings.Budget;
import io.github.llmperf.settings.ExpectedRequests;
import io.github.llmperf.settings.PhasesResolver;
import io.github.llmperf.settings.RequestTokens;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * What a plan is expected to send, and how long it takes: said before each load, so that nobody pays by mistake.
 *
 * @param each what one request is expected to cost
 */
record ExpectedLoad(LoadPlan plan, RequestTokens each) {

    /** Returns the sentence for the console. */
    String line() {
        CapacityPlan search = plan.load().capacity();
        if (search != null) {
            return plan.scenario() + ": looks for the most of " + search + " that meets the limits, in at most "
                    + search.maxRuns() + " loads of "
                    + (plan.requestGoal().isPresent()
                            ? number(plan.requestGoal().getAsInt()) + " requests or more"
                            : Times.text(plan.load().phases().duration().orElseThrow()))
                    + ", each at most " + Times.text(plan.load().phases().maxDuration()) + " and the last answers";
        }
        OptionalLong requests = requests();
        String tokens = requests.isPresent()
                ? "about " + number(requests.getAsLong()) + " requests with "
                        + tokens(Budget.promptTokens(plan, each), requests.getAsLong())
                : spoken() + ", each with " + tokens(Math.round(each.prompt()), 1);
        return plan.scenario() + ": " + tokens + "; takes "
                + (isTimeKnown() ? "about " + seconds() + ", " : "")
                + "at most " + Times.text(plan.load().phases().maxDuration().multipliedBy(plan.loadsInAll()))
                + " and the last answers" + turns();
    }

    /** How many requests, where the time of the warm-up or of the whole leaves their number open. */
    private String spoken() {
        return plan.load().phases().duration().isEmpty() && plan.requestGoal().isPresent()
                ? "about "
                        + number((long) plan.loadsInAll() * plan.requestGoal().getAsInt())
                        + " requests after a warm-up of "
                        + Times.text(plan.load().phases().warmup().time())
                : "as many requests as fit into " + seconds();
    }

    private String turns() {
        Pairing pairing = plan.load().pairing();
        return pairing == null
                ? ""
                : "; " + plan.loadsInAll() + " loads in turns, half of them on " + pairing.name()
                        + switch (pairing.unit()) {
                            case LOADS -> ", all on one start of each";
                            case STARTS -> ", each on a start of its own";
                        }
                        + ", compared with no stored run and not stored";
    }

    private String tokens(long promptTokens, long requests) {
        return "about " + number(promptTokens) + " prompt and at most " + number(each.output(requests))
                + " output tokens";
    }

    /** All repetitions, with warm-up and cooldown; empty where the answers' speed decides how many there are. */
    private OptionalLong requests() {
        OptionalLong one = ExpectedRequests.of(plan);
        return one.isPresent() ? OptionalLong.of(plan.loadsInAll() * one.getAsLong()) : one;
    }

    private boolean isTimeKnown() {
        return plan.load().phases().duration().isPresent()
                || (plan.load().arrival() instanceof Arrival.OpenLoop open && !Double.isInfinite(open.requestRate()));
    }

    private String seconds() {
        Duration one = plan.load()
                .phases()
                .duration()
                .orElseGet(() -> plan.load().arrival() instanceof Arrival.OpenLoop open
                        ? Duration.ofMillis(
                                Math.round(1000.0 * plan.requestGoal().orElse(0) / open.requestRate()))
                        : Duration.ZERO);
        return Times.text(one.plus(PhasesResolver.ramp(plan.load().arrival()))
                .plus(plan.load().phases().warmup().time())
                .plus(plan.load().phases().cooldown())
                .multipliedBy(plan.loadsInAll()));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
