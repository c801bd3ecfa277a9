package io.github.llmperf.simulator.virtual;

import io.github.llmperf.simulator.engine.Engine;
import io.github.llmperf.simulator.engine.EngineEvent;
import io.github.llmperf.simulator.engine.EngineRequest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Drives an engine through a load, from event to event. The same engine and load give the same result. */
@API(status = Status.INTERNAL, since = "0.1")
public final class VirtualRun {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Engine engine;
    private final VirtualLoad load;
    private final IntFunction<EngineRequest> requests;
    private final Random random;
    private final PriorityQueue<Turn> turns =
            new PriorityQueue<>(Comparator.comparingLong(Turn::at).thenComparingLong(Turn::number));
    private final Map<Long, Open> open = new HashMap<>();
    private final VirtualResult result = new VirtualResult();
    private long turnNumber;
    private int taken;

    /** A user sends the next request, or gives one up. */
    private record Turn(long at, long number, long givesUp) {}

    /** A request under way. */
    private static final class Open {
        private final EngineRequest request;
        private final long sent;
        private long first;
        private long last;
        private int tokens;

        Open(EngineRequest request, long sent) {
            this.request = request;
            this.sent = sent;
        }
    }

    private VirtualRun(Engine engine, VirtualLoad load, IntFunction<EngineRequest> requests) {
        this.engine = engine;
        this.load = load;
        this.requests = requests;
        this.random = new Random(load.seed());
    }

    /**
     * Runs a load.
     *
     * @param engine idle; used by this run only
     * @param load who sends how much when
     * @param requests by number, from 0 on; their ids must differ
     */
    public static VirtualResult of(Engine engine, VirtualLoad load, IntFunction<EngineRequest> requests) {
        return new VirtualRun(engine, load, requests).run();
    }

    private VirtualResult run() {
        begin();
        double end = load.durationMillis() * NANOS_PER_MILLI;
        while (true) {
            OptionalLong engineAt = engine.nextEventAt();
            long turnAt = turns.isEmpty() ? Long.MAX_VALUE : turns.peek().at();
            long now = Math.min(engineAt.orElse(Long.MAX_VALUE), turnAt);
            if (now == Long.MAX_VALUE || now > end) {
                return result.endedAt(now == Long.MAX_VALUE ? result.lastEnd() : Math.round(end));
            }
            if (engineAt.isPresent() && engineAt.getAsLong() <= turnAt) {
                engine.advance(now).forEach(this::book);
            } else {
                take(turns.remove());
            }
        }
    }

    private void begin() {
        double[] moments = load.open()
                ? poisson()
                : IntStream.range(0, load.users()).asDoubleStream().toArray();
        for (double moment : moments) {
            turn(Math.round(moment / load.usersPerSecond() * NANOS_PER_SECOND), -1);
        }
    }

    /** Draws moments for a rate of one, the first at once; a gap after the last makes the rate come out exactly. */
    private double[] poisson() {
        double[] moments = new double[load.users()];
        double at = 0;
        for (int user = 0; user < moments.length; user++) {
            moments[user] = at;
            at -= StrictMath.log(1 - random.nextDouble());
        }
        double stretch = moments.length / at;
        return Arrays.stream(moments).map(moment -> moment * stretch).toArray();
    }

    private void turn(long at, long givesUp) {
        turns.add(new Turn(at, turnNumber++, givesUp));
    }

    private void take(Turn turn) {
        if (turn.givesUp() >= 0) {
            giveUp(turn);
        } else if (taken < load.requests()) {
            send(turn.at());
        }
    }

    private void send(long now) {
        EngineRequest request = requests.apply(taken++);
        if (!engine.submit(request, now)) {
            result.add(new VirtualRequest(now, 0, now, request.promptTokens(), 0, false));
            think(now);
            return;
        }
        open.put(request.id(), new Open(request, now));
        double timeout = load.timeoutMillis() * NANOS_PER_MILLI;
        if (timeout < Double.POSITIVE_INFINITY) {
            turn(now + Math.round(timeout), request.id());
        }
    }

    private void giveUp(Turn turn) {
        Open request = open.remove(turn.givesUp());
        if (request != null) {
            engine.cancel(turn.givesUp(), turn.at());
            end(request, turn.at(), false);
        }
    }

    private void book(EngineEvent event) {
        Open request = open.get(event.request());
        if (request == null) {
            return;
        }
        if (event instanceof EngineEvent.TokenProduced token) {
            if (token.index() == 1) {
                request.first = token.at();
            } else {
                result.addGap(token.at() - request.last);
            }
            request.last = token.at();
            request.tokens = token.index();
        } else if (event instanceof EngineEvent.Finished) {
            open.remove(event.request());
            end(request, event.at(), true);
        }
    }

    private void end(Open open, long at, boolean succeeded) {
        result.add(new VirtualRequest(open.sent, open.first, at, open.request.promptTokens(), open.tokens, succeeded));
        think(at);
    }

    private void think(long now) {
        if (load.open()) {
            return;
        }
        double pause =
                load.leastThinkMillis() + random.nextDouble() * (load.mostThinkMillis() - load.leastThinkMillis());
        turn(now + Math.round(pause * NANOS_PER_MILLI), -1);
    }
}
