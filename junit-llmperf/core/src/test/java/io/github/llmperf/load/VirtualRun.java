package io.github.llmperf.load;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.FailureKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Drives loads through a whole run in virtual time, without threads: an event queue and a server of known latencies.
 */
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

    /** What was sent, by which load of the run. */
    record Sending(int load, NextAction.Send step, int prompt, long at) {}

    private record Event(long at, int order, Runnable action) {}

    /** Someone who sends, and the loads in which it does. */
    private record Sender(int number, Iterator<Integer> loads) {}

    private static final Health HEALTHY = Healths.of(0, 0, 0, 0, 2);

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingInt(Event::order));
    private final Map<Sender, Integer> at = new LinkedHashMap<>();
    private final Map<Sender, Long> waiting = new LinkedHashMap<>();
    private final Map<Sending, TestRecord> inFlight = new LinkedHashMap<>();
    private final List<Sending> sendings = new ArrayList<>();
    private final List<Integer> inFlightWhenSent = new ArrayList<>();
    private final Server server;
    private final StageSequence sequence;
    private long now;
    private int order;
    private boolean changed;

    private VirtualRun(List<LoadPlan> plans, List<StopRule> rules, Server server) {
        this.server = server;
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
        sequence = new StageSequence(
                plans, rules.stream().map(rule -> LoadProgress.SILENT).toList(), rules, clock, () -> changed = true);
        sequence.start(0);
        for (int number : sequence.senders()) {
            Sender sender = new Sender(number, sequence.loadsOf(number).iterator());
            at.put(sender, sender.loads().next());
            after(0, () -> ask(sender));
        }
    }

    private static VirtualRun played(TestPlan plan, Server server) {
        VirtualRun run = new VirtualRun(List.of(plan.build()), List.of(StopRule.NEVER), server);
        run.play();
        return run;
    }

    /** Runs a plan from moment 0 to its end. */
    public static LoadRun of(TestPlan plan, Server server) {
        return of(plan, server, StopRule.NEVER);
    }

    /** Runs a plan that may end early. */
    public static LoadRun of(TestPlan plan, Server server, StopRule rule) {
        return stages(List.of(plan), List.of(rule), server).get(0);
    }

    /** Runs a plan that may end early. */
    public static LoadRun of(LoadPlan plan, Server server, StopRule rule) {
        VirtualRun run = new VirtualRun(List.of(plan), List.of(rule), server);
        run.play();
        return run.finish().get(0);
    }

    /** Runs loads that follow each other. */
    public static List<LoadRun> stages(List<TestPlan> plans, Server server) {
        return stages(plans, plans.stream().map(plan -> StopRule.NEVER).toList(), server);
    }

    /** Runs loads that follow each other and may end early. */
    public static List<LoadRun> stages(List<TestPlan> plans, List<StopRule> rules, Server server) {
        VirtualRun run = new VirtualRun(plans.stream().map(TestPlan::build).toList(), rules, server);
        run.play();
        return run.finish();
    }

    /** Runs loads that follow each other and returns what was sent, in order. */
    static List<Sending> sendings(List<TestPlan> plans, Server server) {
        List<StopRule> rules = plans.stream().map(plan -> StopRule.NEVER).toList();
        VirtualRun run = new VirtualRun(plans.stream().map(TestPlan::build).toList(), rules, server);
        run.play();
        return run.sendings;
    }

    /** Runs a plan and interrupts it at a moment. */
    public static LoadRun interrupted(TestPlan plan, Server server, long millis) {
        return interrupted(List.of(plan), server, millis).get(0);
    }

    /** Runs loads that follow each other and interrupts them at a moment. */
    static List<LoadRun> interrupted(List<TestPlan> plans, Server server, long millis) {
        List<StopRule> rules = plans.stream().map(plan -> StopRule.NEVER).toList();
        VirtualRun run = new VirtualRun(plans.stream().map(TestPlan::build).toList(), rules, server);
        run.after(millis * 1_000_000, () -> run.sequence.stop(LoadRun.End.INTERRUPTED));
        run.play();
        return run.finish();
    }

    /** Runs a plan and returns what was sent, in order. */
    static List<NextAction.Send> sends(TestPlan plan, Server server) {
        return played(plan, server).sendings.stream().map(Sending::step).toList();
    }

    /** Runs a plan and returns how many requests were in flight after each sending. */
    static List<Integer> inFlight(TestPlan plan, Server server) {
        return played(plan, server).inFlightWhenSent;
    }

    private List<LoadRun> finish() {
        return sequence.finish(Instant.EPOCH, HEALTHY);
    }

    private void play() {
        while (sequence.state() != Loop.State.DONE) {
            wake();
            if (sequence.state() == Loop.State.CANCELLING) {
                cancelAll();
            } else {
                long next = Math.min(
                        events.isEmpty() ? LoadLifecycle.FAR : events.peek().at(), sequence.alarm());
                if (next == LoadLifecycle.FAR) {
                    throw new AssertionError("the run hangs at " + now);
                }
                now = Math.max(now, next);
                while (!events.isEmpty() && events.peek().at() <= now) {
                    events.remove().action().run();
                }
            }
        }
    }

    private void wake() {
        while (changed) {
            changed = false;
            List.copyOf(waiting.keySet()).forEach(this::ask);
        }
    }

    private void ask(Sender sender) {
        waiting.remove(sender);
        int load = at.get(sender);
        Loop loop = sequence.begun(load);
        if (loop == null) {
            waiting.put(sender, LoadLifecycle.FAR);
            return;
        }
        NextAction step = loop.next(sender.number());
        if (step instanceof NextAction.Wait wait) {
            waiting.put(sender, wait.until());
            after(Math.max(now, wait.until()), () -> {
                if (waiting.containsKey(sender) && waiting.get(sender) == wait.until()) {
                    ask(sender);
                }
            });
        } else if (step instanceof NextAction.Send send) {
            start(
                    sender,
                    loop,
                    new Sending(load, send, loop.from().prompts() + send.index(), Math.max(now, send.scheduled())));
        } else if (sender.loads().hasNext()) {
            at.put(sender, sender.loads().next());
            ask(sender);
        }
    }

    private void start(Sender sender, Loop loop, Sending sending) {
        NextAction.Send send = sending.step();
        TestRecord record = server.answer(TestRecord.of(send, sending.at()), send.index(), send.user());
        sendings.add(sending);
        inFlight.put(sending, record);
        inFlightWhenSent.add(inFlight.size());
        after(Math.max(sending.at(), record.build().moments().end()), () -> end(sender, loop, sending));
        if (sender.number() < 0) {
            ask(sender);
        }
    }

    private void end(Sender sender, Loop loop, Sending sending) {
        TestRecord record = inFlight.remove(sending);
        if (record != null) {
            loop.ended(record.build());
            if (sender.number() >= 0) {
                ask(sender);
            }
        }
    }

    private void cancelAll() {
        for (Sending sending : List.copyOf(inFlight.keySet())) {
            TestRecord record = inFlight.remove(sending);
            Loop loop = sequence.begun(sending.load());
            loop.ended(
                    record.failed(FailureKind.CANCELLED).endsAt(now / 1_000_000).build());
        }
    }

    private void after(long moment, Runnable action) {
        events.add(new Event(moment, order++, action));
    }
}
