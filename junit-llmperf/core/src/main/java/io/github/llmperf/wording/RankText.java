package io.github.llmperf.wording;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Rank;

/** The rank cross-check in words, and where it disagrees with the t rule. */
final class RankText {

    /** A chance below which an order is taken for a sign of something. */
    private static final double UNLIKELY = .05;

    private RankText() {}

    static String of(Rank rank, Comparison c) {
        return subject(rank) + (rank.isWorst() ? worst(rank, c) : among(rank, c)) + disagreement(rank, c);
    }

    private static String subject(Rank rank) {
        return switch (rank.trials()) {
            case 1 -> "";
            case 2 -> rank.isWorst() ? "both trials " : "the better trial ";
            default -> (rank.isWorst() ? "all " : "the best of ") + rank.trials() + " trials ";
        };
    }

    private static String worst(Rank rank, Comparison c) {
        String all =
                switch (rank.runs()) {
                    case 1 -> "the ";
                    case 2 -> "both ";
                    default -> "all " + rank.runs() + " ";
                };
        return "worse than " + all + ReferenceText.noun(c.against(), rank.runs()) + " (1 in "
                + Numbers.number(rank.oneIn()) + " by chance)";
    }

    private static String among(Rank rank, Comparison c) {
        if (rank.runs() == 1) {
            return "not worse than the " + ReferenceText.noun(c.against(), 1);
        }
        return "worse than " + (rank.beaten() == 0 ? "none" : rank.beaten()) + " of "
                + ReferenceText.count(c.against(), rank.runs());
    }

    private static String disagreement(Rank rank, Comparison c) {
        if (c.found() == Verdict.REGRESSION && !rank.isWorst()) {
            return ", which speaks against a regression";
        }
        if (c.found() == Verdict.IMPROVED && !rank.isBest()) {
            return ", which speaks against an improvement";
        }
        boolean unlikely = rank.isWorst() && 1 / rank.oneIn() < UNLIKELY;
        return unlikely && c.evidence().p() > UNLIKELY ? ", which speaks for a worsening" : "";
    }
}
