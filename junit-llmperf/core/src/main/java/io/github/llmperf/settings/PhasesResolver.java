package io.github.llmperf.settings;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Phases.Warmup;
import io.github.llmperf.plan.Phases.WindowKind;
import io.github.llmperf.plan.Times;
import java.time.Duration;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Reads from the settings of a cell how long the load lasts and which part of it is measured. */
@API(status = Status.INTERNAL, since = "0.1")
public record PhasesResolver(Settings settings) {

    /** Default end of every load. */
    static final Duration MAX_DURATION = Duration.ofMinutes(5);

    private Optional<Setting> get(String name) {
        return settings.get(name);
    }

    Phases phases(Arrival arrival) {
        WindowKind window = get("window")
                .map(s -> s.parse(text -> Setting.toEnum(text, WindowKind.class)))
                .orElse(WindowKind.STEADY);
        boolean wholeRun = window == WindowKind.WHOLE_RUN;
        Warmup otherwise = wholeRun || arrival instanceof Arrival.OpenLoop ? Warmup.NONE : Warmup.ONE_REQUEST;
        Warmup warmup = get("warmup").map(s -> s.parse(Warmup::parse)).orElse(otherwise);
        if (wholeRun && !warmup.isNone()) {
            refuseWarmupBesideWholeRun();
            // A class-wide warm-up is not meant for the one method that measures everything.
            warmup = Warmup.NONE;
        }
        if (arrival instanceof Arrival.OpenLoop && warmup.requestsPerUser() > 0) {
            throw get("warmup")
                    .orElseThrow()
                    .wrong("warmup must be a time, as in \"10s\", where requestRate is set:"
                            + " there are no users to count requests by");
        }
        Optional<Duration> duration = get("duration").map(s -> s.parse(Times::parsePositive));
        if (arrival instanceof Arrival.OpenLoop open && Double.isInfinite(open.requestRate())) {
            refuse("duration", "requestRate = inf: all requests start at once. Set requests");
        }
        Duration cooldown = get("cooldown").map(s -> s.parse(Times::parse)).orElse(Duration.ZERO);
        if (arrival instanceof Arrival.OpenLoop open && Double.isInfinite(open.requestRate())) {
            if (!warmup.isNone()) {
                refuse("warmup", "requestRate = inf: all requests start at once. Set warmup = \"0\"");
            }
            if (!cooldown.isZero()) {
                refuse("cooldown", "requestRate = inf: all requests start at once. Set cooldown = \"0s\"");
            }
        }
        if (wholeRun && !cooldown.isZero()) {
            throw get("cooldown")
                    .orElseThrow()
                    .wrong("cooldown must not stand beside window = WHOLE_RUN, which measures everything; remove it");
        }
        Duration needed = duration.map(
                        d -> d.plus(warmup(arrival)).plus(cooldown).plusMinutes(1))
                .orElse(MAX_DURATION);
        Duration most = needed.compareTo(MAX_DURATION) > 0 ? needed : MAX_DURATION;
        Duration cap =
                get("maxDuration").map(s -> s.parse(Times::parsePositive)).orElse(most);
        if (duration.isPresent() && cap.compareTo(duration.get()) < 0) {
            throw get("maxDuration")
                    .orElseThrow()
                    .wrong("maxDuration must not be shorter than duration (" + Times.text(duration.get()) + "), but is "
                            + Times.text(cap));
        }
        if (ramp(arrival).compareTo(cap) >= 0) {
            throw get("spawnRate")
                    .or(() -> get("ramp"))
                    .orElseThrow()
                    .wrong("the ramp must end before the load does (" + Times.text(cap) + "), but would take "
                            + Times.text(ramp(arrival)) + "; start users faster or raise maxDuration");
        }
        if (ramp(arrival).plus(warmup.time()).compareTo(cap) >= 0) {
            throw get("warmup")
                    .orElseThrow()
                    .wrong("warmup must end before the load does (" + Times.text(cap) + "), but would take "
                            + Times.text(ramp(arrival).plus(warmup.time())) + "; shorten it or raise maxDuration");
        }
        Phases phases = new Phases(
                warmup,
                ArrivalResolver.optionalInt(settings, "requests"),
                duration,
                cooldown,
                cap,
                window,
                get("abort").map(s -> s.parse(Setting::toSwitch)).orElse(false));
        if (arrival instanceof Arrival.OpenLoop open) {
            new ArrivalResolver(settings).refuseTooMany(open, phases);
        }
        return phases;
    }

    private void refuseWarmupBesideWholeRun() {
        Setting warmup = get("warmup").orElseThrow();
        Setting window = get("window").orElseThrow();
        if (warmup.place().equals(window.place())) {
            throw warmup.wrong("warmup must not stand beside window = WHOLE_RUN, which measures everything; remove it");
        }
    }

    private void refuse(String name, String beside) {
        get(name).ifPresent(setting -> {
            throw setting.wrong(name + " must not stand beside " + beside);
        });
    }

    private Duration warmup(Arrival arrival) {
        return ramp(arrival)
                .plus(get("warmup").map(s -> s.parse(Warmup::parse).time()).orElse(Duration.ZERO));
    }

    public static Duration ramp(Arrival arrival) {
        return arrival instanceof Arrival.ClosedLoop closed ? closed.ramp().startOf(closed.users() - 1) : Duration.ZERO;
    }
}
