package io.github.llmperf.settings;

import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.ThinkTime;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads from the settings of a cell when requests start: users, or a rate. */
record ArrivalResolver(Settings settings) {

    /** Each user is a thread: more of them are another machine's business. */
    static final int MOST_USERS = 20_000;

    /** Requests that an open loop may plan: their schedule lies in memory. */
    static final int MOST_REQUESTS = 10_000_000;

    Arrival arrival() {
        if (get("users").isPresent() && get("requestRate").isPresent()) {
            throw get("users")
                    .orElseThrow()
                    .wrong("users must not stand beside requestRate ("
                            + get("requestRate").orElseThrow().origin()
                            + "): users wait for their answers, a rate does not. Keep one of them");
        }
        if (get("requestRate").isPresent()) {
            refuse("spawnRate", "spawnRate starts users, and a load with requestRate has none; remove it");
            refuse("thinkTime", "thinkTime belongs to users, and a load with requestRate has none; remove it");
            refuse("ramp", "ramp starts users, and a load with requestRate has none; remove it");
            refuse("turns", "turns belong to users, and a load with requestRate has none; remove it");
            return openLoop();
        }
        refuse("burstiness", "burstiness shapes a requestRate, and none is set; set it, or remove burstiness");
        refuse("maxInFlight", "maxInFlight caps a requestRate, and none is set; set it, or remove maxInFlight");
        int users = get("users").map(s -> s.parse(ArrivalResolver::users)).orElse(1);
        ThinkTime think = get("thinkTime").map(s -> s.parse(ThinkTime::parse)).orElse(ThinkTime.NONE);
        return new Arrival.ClosedLoop(
                users, ramp(), think, optionalInt(settings, "turns").orElse(1));
    }

    private Ramp ramp() {
        if (get("spawnRate").isPresent()) {
            refuse(
                    "ramp",
                    "ramp must not stand beside spawnRate ("
                            + get("spawnRate").orElseThrow().origin() + "); keep one of them");
        }
        return get("spawnRate")
                .map(s -> s.parse(text -> Ramp.atRate(above0("spawnRate", text))))
                .or(() -> get("ramp").map(s -> s.parse(Ramp::parse)))
                .orElse(Ramp.AT_ONCE);
    }

    private Arrival openLoop() {
        double rate = get("requestRate").orElseThrow().parse(ArrivalResolver::rate);
        double burstiness = get("burstiness")
                .map(s -> s.parse(
                        text -> text.trim().equals("inf") ? Double.POSITIVE_INFINITY : above0("burstiness", text)))
                .orElse(1.0);
        return new Arrival.OpenLoop(rate, burstiness, optionalInt(settings, "maxInFlight"));
    }

    private Optional<Setting> get(String name) {
        return settings.get(name);
    }

    private void refuse(String name, String why) {
        get(name).ifPresent(setting -> {
            throw setting.wrong(why);
        });
    }

    /** Refuses a schedule that memory would not hold. */
    void refuseTooMany(Arrival.OpenLoop arrival, Phases phases) {
        double requests = ExpectedRequests.atRate(arrival, phases);
        if (requests > MOST_REQUESTS) {
            String names = Stream.of("requestRate", "requests", "duration", "warmup", "cooldown")
                    .filter(name -> get(name).isPresent())
                    .collect(Collectors.joining(" and "));
            throw get("requestRate")
                    .orElseThrow()
                    .wrong(names + " must plan at most " + MOST_REQUESTS + " requests, but plan "
                            + Quantity.number(requests) + "; lower one of them");
        }
    }

    static OptionalInt optionalInt(Settings settings, String name) {
        return settings.get(name)
                .map(s -> OptionalInt.of(s.parse(text -> atLeastOne(name, text))))
                .orElseGet(OptionalInt::empty);
    }

    static int atLeastOne(String name, String text) {
        int value = Setting.toInt(text);
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be 1 or more, but is " + value);
        }
        return value;
    }

    static int users(String text) {
        int users = atLeastOne("users", text);
        if (users > MOST_USERS) {
            throw new IllegalArgumentException(
                    "users must be at most " + MOST_USERS + " on one machine, but is " + users);
        }
        return users;
    }

    private static double above0(String name, String text) {
        double value = Setting.toDouble(text);
        if (!(value > 0)) {
            throw new IllegalArgumentException(name + " must be above 0, but is " + text.trim());
        }
        return value;
    }

    private static double rate(String text) {
        if (text.trim().equals("inf")) {
            return Double.POSITIVE_INFINITY;
        }
        double rate = Quantity.parse(text, Unit.REQUESTS_PER_SECOND).value();
        if (rate == 0) {
            throw new IllegalArgumentException(
                    "requestRate must be above 0, as in \"32/s\" or \"inf\", but is \"" + text + "\"");
        }
        return rate;
    }
}
