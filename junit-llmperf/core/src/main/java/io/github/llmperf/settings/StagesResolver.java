package io.github.llmperf.settings;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Stage;
import io.github.llmperf.plan.Stage.Kind;
import io.github.llmperf.plan.Times;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes each stage of a cell a cell of its own, with the settings of a load without stages: its users or its rate, its
 * duration, its part of {@code maxDuration}, and of the other settings those that make sense for it.
 */
record StagesResolver(Cell cell) {

    /** What only one kind of stage has a use for; in a test of both kinds, the other kind goes without. */
    private static final Map<Kind, List<String>> BELONGING = Map.of(
            Kind.USERS, List.of("spawnRate", "ramp", "thinkTime", "turns"),
            Kind.RATE, List.of("burstiness", "maxInFlight"));

    /** What each stage may take beyond the times that are known, unless maxDuration is set: a minute, as any load may. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    /** One cell for each stage, in their order. */
    List<Cell> cells() {
        List<Stage> stages = stages().parseAll(Stage::parse);
        refuseWhatStagesReplace();
        refuseWhatStagesCannot();
        refuseWhatNoStageHasAUseFor(stages);
        List<Cell> uncapped = new ArrayList<>();
        for (Stage stage : stages) {
            uncapped.add(cell.stage(uncapped.size() + 1, settings(stage, stages), stage));
        }
        return capped(uncapped);
    }

    private Setting stages() {
        return cell.settings().get("stages").orElseThrow();
    }

    private Settings settings(Stage stage, List<Stage> all) {
        List<String> dropped = new ArrayList<>(List.of("stages", "maxDuration"));
        for (Kind other : Kind.values()) {
            if (other != stage.kind()) {
                dropped.addAll(belonging(other));
            }
        }
        boolean countsByUsers = cell.settings()
                .get("warmup")
                .map(s -> s.parse(Phases.Warmup::parse).requestsPerUser() > 0)
                .orElse(false);
        if (countsByUsers && stage.kind() == Kind.RATE && has(Kind.USERS, all)) {
            dropped.add("warmup");
        }
        return cell.settings()
                .without(dropped)
                .with(stage.kind().attribute(), stages().with(List.of(stage.amount())))
                .with("duration", stages().with(List.of(text(stage.duration()))));
    }

    private static List<String> belonging(Kind kind) {
        return BELONGING.getOrDefault(kind, List.of());
    }

    private static boolean has(Kind kind, List<Stage> stages) {
        return stages.stream().anyMatch(stage -> stage.kind() == kind);
    }

    /** The parts add up to the whole: what is left beside the times that are known is shared out evenly. */
    private List<Cell> capped(List<Cell> uncapped) {
        List<Duration> needed = uncapped.stream().map(StagesResolver::needed).toList();
        Duration together = needed.stream().reduce(Duration.ZERO, Duration::plus);
        Setting limit = cell.settings().get("maxDuration").orElse(stages());
        Duration slack = cell.settings()
                .get("maxDuration")
                .map(setting -> slack(setting, together))
                .map(all -> all.dividedBy(uncapped.size()))
                .orElse(SLACK);
        List<Cell> capped = new ArrayList<>();
        for (Cell stage : uncapped) {
            Duration cap = needed.get(capped.size()).plus(slack);
            Setting setting = limit.with(List.of(text(cap)));
            capped.add(new Cell(stage.settings().with("maxDuration", setting), stage.values(), stage.name()));
        }
        return capped;
    }

    private static Duration needed(Cell stage) {
        Arrival arrival = new ArrivalResolver(stage.settings()).arrival();
        Phases phases = new PhasesResolver(stage.settings()).phases(arrival);
        return PhasesResolver.ramp(arrival)
                .plus(phases.warmup().time())
                .plus(phases.duration().orElseThrow())
                .plus(phases.cooldown());
    }

    private static Duration slack(Setting maxDuration, Duration together) {
        Duration cap = maxDuration.parse(Times::parsePositive);
        if (cap.compareTo(together) < 0) {
            throw maxDuration.wrong(
                    "maxDuration must not be shorter than all stages together, with their ramps, warm-ups"
                            + " and cooldowns (" + Times.text(together) + "), but is " + Times.text(cap)
                            + "; raise it or shorten the stages");
        }
        return cap.minus(together);
    }

    private static String text(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 6).toPlainString() + "ms";
    }

    private void refuseWhatStagesReplace() {
        for (String name : List.of("users", "requestRate")) {
            refuse(
                    name,
                    " must not stand beside stages (%s), which say how many users or which rate; keep one of them");
        }
        for (String name : List.of("requests", "duration")) {
            refuse(name, " must not stand beside stages (%s), each of which says how long it lasts; keep one of them");
        }
    }

    /** None of these can be left out in silence, wherever it stands. */
    private void refuseWhatStagesCannot() {
        refuse(
                "maxTokens",
                " must not stand beside stages (%s): how many requests they will send cannot be known beforehand; remove"
                        + " maxTokens");
        cell.settings().get("window").ifPresent(window -> {
            if (window.parse(text -> Setting.toEnum(text, Phases.WindowKind.class)) == Phases.WindowKind.WHOLE_RUN) {
                refuse(
                        "window",
                        " = WHOLE_RUN must not stand beside stages (%s), which are measured one by one; set window ="
                                + " STEADY");
            }
        });
        int repetitions =
                ArrivalResolver.optionalInt(cell.settings(), "repetitions").orElse(1);
        if (repetitions > 1) {
            refuse(
                    "repetitions",
                    " must be 1 beside stages (%s), but is " + repetitions
                            + "; list a stage as often as it is to run, and set repetitions = 1");
        }
    }

    private void refuseWhatNoStageHasAUseFor(List<Stage> stages) {
        if (!has(Kind.USERS, stages)) {
            belonging(Kind.USERS).forEach(name -> refuse(name, " needs users, and no stage has them (%s); remove it"));
        }
        if (!has(Kind.RATE, stages)) {
            belonging(Kind.RATE).forEach(name -> refuse(name, " needs a rate, and no stage has one (%s); remove it"));
        }
    }

    private void refuse(String name, String why) {
        cell.settings().get(name).ifPresent(setting -> {
            throw setting.wrong(name + why.formatted(stages().origin()));
        });
    }
}
