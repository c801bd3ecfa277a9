package io.github.llmperf.bench.verdict;

import static io.github.llmperf.bench.verdict.Benchmarked.ENVIRONMENTS;
import static io.github.llmperf.bench.verdict.Benchmarked.ONE;
import static io.github.llmperf.bench.verdict.Benchmarked.THREE;

import io.github.llmperf.metric.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What the rule promises, checked against what came out. */
final class MustHold {

    private static final double MOST_ALARMS = 1.5 * OwnRule.ALPHA;
    private static final double MOST_WRONG_PASSES = .10;
    private static final double SURE = .99;
    private static final double ASSUMED = .10;
    private static final double MODEST = .05;

    private final Benchmarked results;

    MustHold(Benchmarked results) {
        this.results = results;
    }

    /** One number of one cell. */
    private record Figure(String where, Interval interval) {

        String text() {
            return Interval.percent(interval.share()) + " % in \"" + where + "\" (" + Interval.percent(interval.low())
                    + "–" + Interval.percent(interval.high()) + ")";
        }
    }

    List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        claims.add(most(
                "False alarms of a build ≤ 1.5 % in every unchanged cell without bad trials", alarms(1), MOST_ALARMS));
        claims.add(most("… of those no noisier than is assumed, 10 %", alarms(ASSUMED), MOST_ALARMS));
        claims.add(most("… and with 5 % bad trials, up to three trials", withBadTrials(THREE), MOST_ALARMS));
        claims.add(most("A true worsening of the tolerance wrongly a PASS ≤ 10 %", wrongPasses(), MOST_WRONG_PASSES));
        claims.add(balance());
        claims.add(most("5 % worse not claimed at K = 1 (≤ 0.1 %) up to 5 % noise", fivePercent(), .001));
        claims.add(
                least("A doubled latency is a REGRESSION (≥ 99 %) for every K at 5 % noise", grown(1, MODEST), SURE));
        claims.add(least("A tenfold one (≥ 99 %) for every K at every noise", grown(9, 1), SURE));
        claims.add(power("quiet", THREE, .99));
        claims.add(power("typical", THREE, .80));
        claims.add(power("quiet", ONE, .80));
        claims.add(growth());
        return claims;
    }

    /** The worst is what is surely too much, before what may be by chance. */
    private static Claim most(String text, Stream<Figure> figures, double most) {
        Figure worst = figures.max(
                        Comparator.comparing((Figure f) -> f.interval().low() > most)
                                .thenComparing(f -> f.interval().share()))
                .orElseThrow();
        Interval found = worst.interval();
        return new Claim(text, "at most " + worst.text(), Claim.Answer.of(found.share() <= most, found.low() <= most));
    }

    private static Claim least(String text, Stream<Figure> figures, double least) {
        Figure worst = figures.min(
                        Comparator.comparing((Figure f) -> f.interval().high() >= least)
                                .thenComparing(f -> f.interval().share()))
                .orElseThrow();
        Interval found = worst.interval();
        return new Claim(
                text, "at least " + worst.text(), Claim.Answer.of(found.share() >= least, found.high() >= least));
    }

    private Stream<Figure> alarms(double mostSd) {
        return results.where(cell -> cell.unchanged() && cell.badTrials() == 0 && cell.trialSd() <= mostSd)
                .flatMap(result -> result.rules().entrySet().stream()
                        .filter(rule -> rule.getKey().startsWith("ours"))
                        .map(rule -> new Figure(
                                result.cell().name() + ", " + rule.getKey(),
                                rule.getValue().builds(Verdict.REGRESSION))));
    }

    private Stream<Figure> withBadTrials(String rule) {
        return results.where(cell -> cell.unchanged() && cell.badTrials() > 0)
                .map(result -> new Figure(result.cell().name(), Benchmarked.failed(result, rule)));
    }

    /** The median at its tolerance of 10 %, the 90th percentile at its own of 15 %. */
    private Stream<Figure> wrongPasses() {
        return Stream.of(ONE, THREE).flatMap(rule -> ENVIRONMENTS.stream()
                .flatMap(name -> Stream.of(
                        wrongPass(name + " +10%", rule, BenchMeasure.TTFT_P50),
                        wrongPass(name + " +15%", rule, BenchMeasure.TTFT_P90))));
    }

    private Figure wrongPass(String cell, String rule, BenchMeasure measure) {
        return new Figure(
                cell + ", " + measure + ", " + rule,
                results.cell(cell).rule(rule).of(measure, Verdict.PASS));
    }

    /** Of all claims about unchanged builds, half must be good news. */
    private Claim balance() {
        int worse = 0;
        int better = 0;
        for (CellResult result : results.where(BenchCell::unchanged).toList()) {
            if (!result.cell().eachStored() && result.cell().badTrials() == 0) {
                Outcomes outcomes = result.rule(ONE);
                worse += outcomes.builds(Verdict.REGRESSION).hits();
                better += outcomes.improved();
            }
        }
        Interval share = new Interval(worse, worse + better);
        String measured = worse + " REGRESSION, " + better + " IMPROVED";
        return new Claim(
                "REGRESSION and IMPROVED equally rare where nothing changed (the 95 % interval of their ratio has both)",
                measured, Claim.Answer.of(share.low() <= .5 && share.high() >= .5));
    }

    private Stream<Figure> fivePercent() {
        return results.growing(.05)
                .filter(result -> result.cell().trialSd() <= MODEST)
                .map(result -> new Figure(result.cell().name(), Benchmarked.failed(result, Benchmarked.growing(1, 1))));
    }

    private Stream<Figure> grown(double effect, double mostSd) {
        return results.growing(effect)
                .filter(result -> result.cell().trialSd() <= mostSd)
                .flatMap(result -> Rules.GROWING.stream()
                        .map(stored -> new Figure(
                                result.cell().name() + ", K = " + stored,
                                Benchmarked.failed(result, Benchmarked.growing(1, stored)))));
    }

    private Claim power(String environment, String rule, double least) {
        Interval found = results.cell(environment + " +20%").rule(rule).of(BenchMeasure.TTFT_P50, Verdict.REGRESSION);
        return new Claim(
                "Power at +20 %, ttft.p50, K = 10, " + environment + ", " + rule + " ≥ " + Math.round(100 * least)
                        + " %",
                found + " %",
                Claim.Answer.of(found.share() >= least, found.high() >= least));
    }

    /** Neighbouring numbers of stored runs whose intervals exclude each other the wrong way round break it. */
    private Claim growth() {
        List<String> broken = new ArrayList<>();
        int compared = 0;
        for (CellResult result : results.growing(Curves.EFFECT).toList()) {
            for (int trials : List.of(1, Rules.TRIALS)) {
                for (int i = 1; i < Rules.GROWING.size(); i++) {
                    Interval fewer = Benchmarked.failed(result, Benchmarked.growing(trials, Rules.GROWING.get(i - 1)));
                    Interval more = Benchmarked.failed(result, Benchmarked.growing(trials, Rules.GROWING.get(i)));
                    compared++;
                    if (more.high() < fewer.low()) {
                        broken.add(result.cell().name() + ", " + Benchmarked.growing(trials, Rules.GROWING.get(i))
                                + ": " + fewer + " to " + more);
                    }
                }
            }
        }
        return new Claim(
                "More baseline never lowers power at +20 %",
                broken.isEmpty() ? "in none of " + compared + " steps" : String.join("; ", broken),
                Claim.Answer.of(broken.isEmpty()));
    }
}
