package io.github.llmperf.settings;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** One combination of the attributes that can span a matrix, with the setting of each reduced to one value. */
@API(status = Status.INTERNAL, since = "0.1")
public record Cell(Settings settings, Map<String, Object> values, String name) {

    private static final String SINGLE = Scenario.SINGLE;

    /** Key of the target in a matrix over several. */
    public static final String TARGET = "target";

    public static List<Cell> matrix(Settings settings) {
        return matrix(settings, List.of());
    }

    /**
     * Returns all combinations.
     *
     * @param targets names of the targets that each combination is run on, the first axis: a target is left for good before
     *     the next one is started; empty where there is one
     */
    public static List<Cell> matrix(Settings settings, List<String> targets) {
        List<Cell> cells = List.of(new Cell(settings, Map.of(), ""));
        if (!targets.isEmpty()) {
            cells = crossed(cells, new Axis(TARGET, new Setting("@LlmTarget", targets)));
        }
        cells = loads(settings, cells);
        List<Axis> axes = new ArrayList<>(List.of(axis(settings, "prompt", "chat")));
        Stream.of("promptChars", "promptTokens")
                .filter(settings::has)
                .forEach(length -> axes.add(axis(settings, length, "")));
        axes.add(axis(settings, "maxNewTokens", "128"));
        for (Axis axis : axes) {
            cells = crossed(cells, axis);
        }
        return cells.stream()
                .map(cell -> cell.name.isEmpty() ? new Cell(cell.settings, cell.values, SINGLE) : cell)
                .toList();
    }

    /** The first axis: users or a rate. Stages are no axis: all of them belong to one test. */
    private static List<Cell> loads(Settings settings, List<Cell> cells) {
        if (settings.has("stages")) {
            int stages = settings.get("stages").orElseThrow().values().size();
            return cells.stream().map(cell -> cell.told("stages", stages)).toList();
        }
        boolean open = settings.has("requestRate") && !settings.has("users");
        return crossed(cells, axis(settings, open ? "requestRate" : "users", "1"));
    }

    private Cell told(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new Cell(settings, more, this.name);
    }

    private static List<Cell> crossed(List<Cell> cells, Axis axis) {
        List<Cell> crossed = new ArrayList<>();
        for (Cell cell : cells) {
            for (String value : axis.setting().values()) {
                crossed.add(cell.with(axis, value));
            }
        }
        return crossed;
    }

    private Cell with(Axis axis, String value) {
        Map<String, Object> more = new LinkedHashMap<>(values);
        more.put(axis.name(), numberOr(value));
        Setting one = axis.setting().with(List.of(value));
        String part = axis.name() + "=" + value;
        boolean varies = axis.setting().values().size() > 1;
        return new Cell(
                settings.with(axis.name(), one), more, !varies ? name : name.isEmpty() ? part : name + "," + part);
    }

    /** One stage of this cell, with settings of its own: a load like any other, told apart by the number of the stage. */
    Cell stage(int number, Settings own, Stage stage) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put(Scenario.STAGE, number);
        told.put(stage.kind().attribute(), numberOr(stage.amount()));
        values.forEach(told::putIfAbsent);
        told.remove("stages");
        String part = Scenario.STAGE + "=" + number;
        return new Cell(own, told, name.equals(SINGLE) ? part : name + "," + part);
    }

    /** This cell under the name of a row, which tells its settings as they were written. */
    public Cell named(String rowName, Map<String, String> written) {
        Map<String, Object> told = new LinkedHashMap<>(values);
        written.forEach((name, text) -> told.put(name, numberOr(text)));
        return new Cell(settings, told, rowName);
    }

    /** Which of several targets this cell is run on; empty where there is one. */
    Optional<String> target() {
        return Optional.ofNullable(values.get(TARGET)).map(Object::toString);
    }

    /** The same cell of a search, whose users or rate are what it finds out. */
    public Cell ofSearch() {
        Map<String, Object> fixed = new LinkedHashMap<>(values);
        fixed.keySet().removeAll(List.of("users", "requestRate"));
        return new Cell(settings, fixed, name);
    }

    public boolean isStaged() {
        return settings.has("stages");
    }

    private static Object numberOr(String value) {
        return value.matches("\\d{1,9}") ? (Object) Integer.valueOf(value) : value;
    }

    /** Returns what stands behind the test's name: the combination, in words that differ from cell to cell. */
    public String displayName() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static Axis axis(Settings settings, String name, String otherwise) {
        Setting setting = settings.get(name).orElseGet(() -> new Setting("default", List.of(otherwise)));
        List<String> distinct = setting.parseAll(String::trim);
        if (distinct.stream().distinct().count() < distinct.size()) {
            throw setting.wrong("values must differ, but are " + distinct);
        }
        return new Axis(name, setting.with(distinct));
    }

    private record Axis(String name, Setting setting) {}
}
