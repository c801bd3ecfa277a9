package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.FailureKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Drives a loop through a whole run in virtual time, without threads: an event queue and a server of known latencies. */
public final class VirtualRun {

    /** Answers a request; all moments of the record are known beforehand. */
    @FunctionalInterface
    public interface Server {
        /** Returns the record as it will be when the request ends. */
        TestRecord answer(TestRecord request, int index, int user);

        /** Answers each request after the same time. */
        static Server taking(long millis) {
            return (request, index, user) -> request.answeredAfter(millis);
        }
    }

    private record Event(long at, int order, Runnable action) {}

    private static final Health HEALTHY = new Health(0, 0, 0, 0, 2);

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingInt(Event::order));
    private final Map<Integer, Long> waiting = new HashMap<>();
    private final Map<Integer, TestRecord> inFlight = new HashMap<>();
    private final List<Step.Send> sends = new ArrayList<>();
    private final List<Integer> inFlightWhenSent = new ArrayList<>();
    private final Server server;
    private final boolean open;
    private final Loop loop;
    private long now;
    private int order;
    private boolean changed;

    private VirtualRun(LoadPlan plan, Server server) {
        this(plan, server, StopRule.NEVER);
    }

    private VirtualRun(LoadPlan plan, Server server, StopRule stop) {
        this.server = server;
        open = plan.isOpenLoop();
        NanoClock clock = new NanoClock() {
            @Override
            public long now() {
                return now;
            }

            @Override
            public void sleepUntil(long moment) {
                throw new AssertionError("a loop must not wait");
            }
        };
        loop = open
                ? new OpenLoop(plan, clock, stop, 0, () -> changed = true)
                : new ClosedLoop(plan, clock, stop, 0, () -> changed = true);
        int users = plan.arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : 1;
        for (int user = 0; user < users; user++) {
            int asking = open ? -1 : user;
            at(0, () -> ask(asking));
        }
    }

    /** Runs a plan from moment 0 to its end. */
    public static LoadRun of(TestPlan plan, Server server) {
        VirtualRun run = new VirtualRun(plan.build(), server);
        run.play();
        return run.loop.finish(Instant.EPOCH, HEALTHY);
    }

    /** Runs a plan that a rule may end early. */
    public static LoadRun of(TestPlan plan, Server server, StopRule stop) {
        VirtualRun run = new VirtualRun(plan.build(), server, stop);
        run.play();
        return run.loop.finish(Instant.EPOCH, HEALTHY);
    }

    /** Runs a plan and interrupts it at a moment. */
    static LoadRun interrupted(TestPlan plan, Server server, long millis) {
        VirtualRun run = new VirtualRun(plan.build(), server);
        run.at(millis * 1_000_000, () -> run.loop.stop(LoadRun.End.INTERRUPTED));
        run.play();
        return run.loop.finish(Instant.EPOCH, HEALTHY);
    }

    /** Runs a plan and returns what was sent, in order. */
    static List<Step.Send> sends(TestPlan plan, Server server) {
        VirtualRun run = new VirtualRun(plan.build(), server);
        run.play();
        return run.sends;
    }

    /** Runs a plan and returns how many requests were in flight after each sending. */
    static List<Integer> inFlight(TestPlan plan, Server server) {
        VirtualRun run = new VirtualRun(plan.build(), server);
        run.play();
        return run.inFlightWhenSent;
    }

    private void play() {
        while (loop.state() != Loop.State.DONE) {
            if (loop.state() == Loop.State.CANCELLING) {
                cancelAll();
            } else {
                long next = Math.min(events.isEmpty() ? Loop.FAR : events.peek().at(), loop.alarm());
                if (next == Loop.FAR) {
                    throw new AssertionError("the run hangs at " + now);
                }
                now = Math.max(now, next);
                while (!events.isEmpty() && events.peek().at() <= now) {
                    events.remove().action().run();
                }
            }
            wake();
        }
    }

    private void wake() {
        while (changed) {
            changed = false;
            List.copyOf(waiting.keySet()).forEach(this::ask);
        }
    }

    private void ask(int user) {
        waiting.remove(user);
        Step step = loop.next(user);
        if (step instanceof Step.Wait wait) {
            waiting.put(user, wait.until());
            at(Math.max(now, wait.until()), () -> {
                if (waiting.containsKey(user) && waiting.get(user) == wait.until()) {
                    ask(user);
                }
            });
        } else if (step instanceof Step.Send send) {
            start(send);
            if (open) {
                ask(user);
            }
        }
    }

    private void start(Step.Send send) {
        TestRecord record = server.answer(TestRecord.of(send, now), send.index(), send.user());
        sends.add(send);
        inFlight.put(send.index(), record);
        inFlightWhenSent.add(inFlight.size());
        at(record.build().moments().end(), () -> end(send));
    }

    private void end(Step.Send send) {
        TestRecord record = inFlight.remove(send.index());
        if (record != null) {
            RequestRecord built = record.build();
            loop.ended(built);
            if (!open) {
                ask(send.user());
            }
        }
    }

    private void cancelAll() {
        for (TestRecord record : List.copyOf(inFlight.values())) {
            loop.ended(
                    record.failed(FailureKind.CANCELLED).endsAt(now / 1_000_000).build());
        }
        inFlight.clear();
    }

    private void at(long moment, Runnable action) {
        events.add(new Event(moment, order++, action));
    }
}
