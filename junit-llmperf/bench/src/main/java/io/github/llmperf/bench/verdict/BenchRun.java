package io.github.llmperf.bench.verdict;

import org.jspecify.annotations.Nullable;

/**
 * One run as rules see it.
 *
 * @param values of the guarded measures, in the order of {@link BenchMeasure}, the larger the worse
 * @param within standard deviation of the logarithm of each value that comes from the requests inside the run, estimated;
 *     not a number where it is not known
 * @param requests the requests; null where only values of runs were drawn
 */
record BenchRun(double[] values, double[] within, @Nullable RunRecord requests) {}
