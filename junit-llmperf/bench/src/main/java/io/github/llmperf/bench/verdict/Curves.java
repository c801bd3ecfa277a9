package io.github.llmperf.bench.verdict;

/** Which cells belong to a curve: the same runs unchanged, and 20 % slower. */
final class Curves {

    static final double EFFECT = .20;

    private Curves() {}

    static boolean isPartOf(BenchCell cell) {
        boolean either = cell.effect() == 0 || cell.effect() == EFFECT;
        return cell.source() != BenchCell.Source.RUN && either && cell.on() == BenchCell.Effect.ALL;
    }
}
