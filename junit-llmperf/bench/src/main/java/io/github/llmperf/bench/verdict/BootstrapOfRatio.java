package io.github.llmperf.bench.verdict;

import java.util.List;
import java.util.SplittableRandom;

/** The bootstrap interval of the ratio of means lies above 1 %, as Criterion decides against its last run. */
final class BootstrapOfRatio implements Rival {

    private static final int RESAMPLES = 200;
    private static final long SEED = 1;

    private static double resampled(double[] samples, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < samples.length; i++) {
            sum += samples[random.nextInt(samples.length)];
        }
        return sum / samples.length;
    }

    @Override
    public String name() {
        return "bootstrap interval of the ratio > 1 % (Criterion)";
    }

    @Override
    public boolean looksAtRequests() {
        return true;
    }

    @Override
    public double score(Series series) {
        double[] last = series.lastRequests();
        double[] now = series.requests();
        SplittableRandom random = new SplittableRandom(SEED);
        double[] ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            ratios[i] = resampled(now, random) / resampled(last, random);
        }
        return RunRecord.percentile(ratios, 2.5);
    }

    @Override
    public double threshold() {
        return 1.01;
    }

    @Override
    public List<Double> sweep() {
        return List.of(.8, .9, .95, 1., 1.01, 1.02, 1.05, 1.1, 1.15, 1.2, 1.3);
    }
}
