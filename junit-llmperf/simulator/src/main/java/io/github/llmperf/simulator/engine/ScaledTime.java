package io.github.llmperf.simulator.engine;

import java.util.List;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** An engine whose time runs faster than that of whoever drives it. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ScaledTime implements Engine {

    private final Engine engine;
    private final double scale;

    /**
     * Lets an engine run faster.
     *
     * @param engine used by this one only from now on
     * @param scale its seconds in a second outside, above 0
     * @throws IllegalArgumentException if the scale is not a number above 0
     */
    public ScaledTime(Engine engine, double scale) {
        if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "timeScale must be above 0 (60 does a minute in a second), but is " + scale);
        }
        this.engine = engine;
        this.scale = scale;
        engine.slowFactor(1 / scale);
    }

    @Override
    public boolean submit(EngineRequest request, long now) {
        return engine.submit(request, now);
    }

    @Override
    public boolean cancel(long request, long now) {
        return engine.cancel(request, now);
    }

    @Override
    public List<EngineEvent> advance(long now) {
        return engine.advance(now);
    }

    @Override
    public OptionalLong nextEventAt() {
        return engine.nextEventAt();
    }

    @Override
    public void slowFactor(double factor) {
        engine.slowFactor(Engine.requireSlowFactor(factor) / scale);
    }

    @Override
    public int running() {
        return engine.running();
    }

    @Override
    public int waiting() {
        return engine.waiting();
    }

    @Override
    public double memoryUsage() {
        return engine.memoryUsage();
    }
}
