package io.github.llmperf.publish;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The runs of one load, one after the other: repetitions, trials, turns with a second target. */
final class WatchedLoad {

    static final long EVERY = TimeUnit.SECONDS.toNanos(10);

    /** So soon after a phase has begun there is nothing more to tell. */
    private static final long QUIET = EVERY / 2;

    private final LoadPlan plan;
    private final NanoClock clock;
    private final AtomicInteger begun = new AtomicInteger();
    private final Queue<Watched> runs = new ConcurrentLinkedQueue<>();

    WatchedLoad(LoadPlan plan, NanoClock clock) {
        this.plan = plan;
        this.clock = clock;
    }

    /** One run, and what has been said of it. Only who prints looks at the latter. */
    private static final class Watched {
        private final LoadWatch watch;
        private int told;
        private long saidAt;
        private long nextTick;

        Watched(LoadWatch watch) {
            this.watch = watch;
            saidAt = watch.started();
            nextTick = watch.started() + EVERY;
        }
    }

    /** Returns who is to be told of the runs. */
    LoadProgress progress() {
        return new Runs("", true);
    }

    private final class Runs implements LoadProgress {
        private final String target;
        private final boolean own;
        private volatile LoadProgress current = SILENT;

        Runs(String target, boolean own) {
            this.target = target;
            this.own = own;
        }

        @Override
        public void started(long moment) {
            LoadWatch watch = new LoadWatch(name(begun.getAndIncrement(), target), plan, clock, moment);
            current = watch;
            runs.add(new Watched(watch));
        }

        @Override
        public void sending(RequestPhase phase) {
            current.sending(phase);
        }

        @Override
        public void quiet(long moment) {
            current.quiet(moment);
        }

        @Override
        public void ended(RequestRecord record) {
            current.ended(record);
        }

        @Override
        public LoadProgress elsewhere() {
            Pairing pairing = plan.load().pairing();
            return own && pairing != null ? new Runs(", " + pairing.name(), false) : SILENT;
        }
    }

    private String name(int number, String target) {
        int all = plan.loadsInAll();
        String which = all == 1 ? "" : " (" + (number % all + 1) + " of " + all + target + ")";
        return plan.scenario() + which;
    }

    /** Returns what is to be said at a moment and was not yet, and forgets runs of which all is said. */
    List<String> look(long now, boolean ticks) {
        List<String> lines = new ArrayList<>();
        for (Watched run : runs) {
            List<String> begun = phases(run);
            lines.addAll(begun);
            run.saidAt = begun.isEmpty() ? run.saidAt : now;
            if (now >= run.nextTick) {
                if (ticks && now - run.saidAt >= QUIET && !run.watch.isOver()) {
                    lines.add(run.watch.tick(now));
                }
                run.nextTick += ((now - run.nextTick) / EVERY + 1) * EVERY;
            }
        }
        runs.removeIf(run -> run.watch.isOver() && run.told == LoadWatch.Phase.values().length);
        return lines;
    }

    /** Returns how far the run is that began last; empty between runs. */
    Optional<String> bar(long now, int columns) {
        @Nullable Watched last = null;
        for (Watched run : runs) {
            last = run.watch.isOver() ? last : run;
        }
        return last == null ? Optional.empty() : Optional.of(last.watch.bar(now, columns));
    }

    /** A phase that was left out, such as a warm-up, is passed over when a later one begins. */
    private static List<String> phases(Watched run) {
        List<String> lines = new ArrayList<>();
        LoadWatch.Phase[] all = LoadWatch.Phase.values();
        int last = run.told;
        for (int i = run.told; i < all.length; i++) {
            if (run.watch.hasBegun(all[i])) {
                run.watch.line(all[i]).ifPresent(lines::add);
                last = i + 1;
            }
        }
        run.told = last;
        return lines;
    }
}
