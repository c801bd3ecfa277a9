package io.github.llmperf.build.history;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Epoch;
import io.github.llmperf.metric.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Where the runs of a cell stand in all its pictures. Of many runs the newest have a place each, and of older ones several
 * that follow each other in one epoch share a place.
 *
 * @param slots places from left to right
 * @param breaks between epochs
 * @param end how many places there are, with the gaps at breaks
 * @param undrawn runs without a place, since they came to nothing
 */
record HistorySlots(List<Slot> slots, List<Break> breaks, double end, int undrawn) {

    private static final double GAP = .8;
    private static final Set<Verdict> NOTHING = Set.of(Verdict.INVALID, Verdict.ERROR);

    /**
     * A place.
     *
     * @param at its middle, in places from the left
     * @param epoch number of its epoch, from 0
     * @param runs oldest first; at least one
     */
    record Slot(double at, int epoch, List<BaselineRun> runs) {}

    /**
     * What divides two epochs.
     *
     * @param at where, in places from the left
     * @param name a letter that stands beside it
     * @param epoch the later one
     */
    record Break(double at, String name, Epoch epoch) {}

    /** Gives runs their places, about {@code most} of them. */
    static HistorySlots of(List<Epoch> epochs, int most) {
        int all = epochs.stream().mapToInt(epoch -> drawn(epoch).size()).sum();
        int single = all <= most ? all : most / 2;
        int share = all <= most ? 1 : (int) Math.ceil((all - single) / (double) (most - single));
        List<Slot> slots = new ArrayList<>();
        List<Break> breaks = new ArrayList<>();
        double at = 0;
        int older = all - single;
        int undrawn = 0;
        for (int number = 0; number < epochs.size(); number++) {
            Epoch epoch = epochs.get(number);
            List<BaselineRun> runs = drawn(epoch);
            undrawn += epoch.runs().size() - runs.size();
            if (number > 0) {
                at += GAP;
                breaks.add(new Break(at - GAP / 2, letter(breaks.size()), epoch));
            }
            int next = 0;
            while (next < runs.size()) {
                int together = older > 0 ? Math.min(Math.min(share, older), runs.size() - next) : 1;
                slots.add(new Slot(at + .5, number, List.copyOf(runs.subList(next, next + together))));
                at++;
                next += together;
                older -= together;
            }
        }
        return new HistorySlots(List.copyOf(slots), List.copyOf(breaks), Math.max(1, at), undrawn);
    }

    private static List<BaselineRun> drawn(Epoch epoch) {
        return epoch.runs().stream()
                .filter(run -> run.accepted() != null || !NOTHING.contains(run.verdict()))
                .toList();
    }

    /** A to Z, then AA. */
    private static String letter(int number) {
        String last = Character.toString('A' + number % 26);
        return number < 26 ? last : letter(number / 26 - 1) + last;
    }

    /** The most runs that share a place. */
    int most() {
        return slots.stream().mapToInt(slot -> slot.runs.size()).max().orElse(0);
    }
}
