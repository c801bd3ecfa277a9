package io.github.llmperf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One combination of the attributes that can span a matrix, with the setting of each reduced to one value. */
record Cell(Settings settings, Map<String, Object> values, String name) {

    private static final String SINGLE = io.github.llmperf.plan.Scenario.SINGLE;

    static List<Cell> matrix(Settings settings) {
        boolean open = settings.has("requestRate") && !settings.has("users");
        String load = open ? "requestRate" : "users";
        List<Axis> axes = List.of(
                axis(settings, load, "1"), axis(settings, "prompt", "chat"), axis(settings, "maxNewTokens", "128"));
        List<Cell> cells = new ArrayList<>(List.of(new Cell(settings, Map.of(), "")));
        for (Axis axis : axes) {
            List<Cell> crossed = new ArrayList<>();
            for (Cell cell : cells) {
                for (String value : axis.setting().values()) {
                    crossed.add(cell.with(axis, value));
                }
            }
            cells = crossed;
        }
        return cells.stream()
                .map(cell -> cell.name.isEmpty() ? new Cell(cell.settings, cell.values, SINGLE) : cell)
                .toList();
    }

    private Cell with(Axis axis, String value) {
        Map<String, Object> more = new LinkedHashMap<>(values);
        boolean number = value.matches("\\d{1,9}");
        more.put(axis.name(), number ? (Object) Integer.valueOf(value) : value);
        Setting one = new Setting(axis.setting().origin(), List.of(value));
        String part = axis.name() + "=" + value;
        boolean varies = axis.setting().values().size() > 1;
        return new Cell(
                settings.with(axis.name(), one), more, !varies ? name : name.isEmpty() ? part : name + "," + part);
    }

    /** Returns what stands behind the test's name: the combination, in words that differ from cell to cell. */
    String displayName() {
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
        return new Axis(name, new Setting(setting.origin(), distinct));
    }

    private record Axis(String name, Setting setting) {}
}
