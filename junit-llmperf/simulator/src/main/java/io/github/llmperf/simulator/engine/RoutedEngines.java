package io.github.llmperf.simulator.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Several instances behind a router, which sends each request to one of them when it comes and never moves it. */
@API(status = Status.INTERNAL, since = "0.1")
public final class RoutedEngines implements Engine {

    private final List<Engine> instances;
    private final Routing routing;
    private final Random random;
    private final Map<Long, Engine> places = new HashMap<>();
    private int next;

    /**
     * Puts a router in front of instances.
     *
     * @param instances one or more; used by this one only from now on
     * @param seed what {@link Routing#RANDOM} draws by
     * @throws IllegalArgumentException if there is no instance
     */
    public RoutedEngines(List<Engine> instances, Routing routing, long seed) {
        if (instances.isEmpty()) {
            throw new IllegalArgumentException("instances must be 1 or more, but there is none");
        }
        this.instances = List.copyOf(instances);
        this.routing = routing;
        this.random = new Random(seed);
    }

    @Override
    public boolean submit(EngineRequest request, long now) {
        if (places.containsKey(request.id())) {
            throw new IllegalArgumentException("id must not be in use, but " + request.id() + " is");
        }
        Engine chosen = choose();
        if (!chosen.submit(request, now)) {
            return false;
        }
        places.put(request.id(), chosen);
        return true;
    }

    private Engine choose() {
        return switch (routing) {
            case ROUND_ROBIN -> instances.get(Math.floorMod(next++, instances.size()));
            case RANDOM -> instances.get(random.nextInt(instances.size()));
            case LEAST_OUTSTANDING ->
                instances.stream()
                        .min(Comparator.comparingInt(engine -> engine.running() + engine.waiting()))
                        .orElseThrow();
        };
    }

    @Override
    public boolean cancel(long request, long now) {
        Engine place = places.remove(request);
        return place != null && place.cancel(request, now);
    }

    @Override
    public List<EngineEvent> advance(long now) {
        List<EngineEvent> events = new ArrayList<>();
        instances.forEach(engine -> events.addAll(engine.advance(now)));
        events.sort(Comparator.comparingLong(EngineEvent::at));
        for (EngineEvent event : events) {
            if (event instanceof EngineEvent.Finished) {
                places.remove(event.request());
            }
        }
        return events;
    }

    @Override
    public OptionalLong nextEventAt() {
        return instances.stream()
                .map(Engine::nextEventAt)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .min();
    }

    @Override
    public void slowFactor(double factor) {
        instances.forEach(engine -> engine.slowFactor(factor));
    }

    @Override
    public int running() {
        return instances.stream().mapToInt(Engine::running).sum();
    }

    @Override
    public int waiting() {
        return instances.stream().mapToInt(Engine::waiting).sum();
    }

    @Override
    public double memoryUsage() {
        return instances.stream().mapToDouble(Engine::memoryUsage).average().orElseThrow();
    }
}
