package io.github.llmperf.study;

import io.github.llmperf.LlmCapacity;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmStudy;
import io.github.llmperf.Sla;
import io.github.llmperf.StudyResult;
import io.github.llmperf.StudyRow;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.matrix.CellResult;
import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.matrix.StudyReader;
import io.github.llmperf.report.matrix.StudyTable;
import io.github.llmperf.report.matrix.StudyTexts;
import io.github.llmperf.report.matrix.StudyTolerance;
import io.github.llmperf.settings.AnnotationTrail;
import io.github.llmperf.settings.Cell;
import io.github.llmperf.settings.ConfigurationKeys;
import io.github.llmperf.settings.Parameters;
import io.github.llmperf.settings.Setting;
import io.github.llmperf.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** A published table as the cells of a test, and the results of those cells beside it. */
@API(status = Status.INTERNAL, since = "0.1")
public record Study(StudyTable table, String title, TimeScale timeScale, boolean locustRounding) {

    private static final String FOLDER = "llmperf/studies/";
    private static final String ENDING = ".csv";
    private static final Set<String> SCALED_LIMITS = Set.of("errorRate");

    /** The study of a class; empty where it has none. */
    public static Optional<Study> of(Class<?> testClass, Parameters parameters) {
        return AnnotationTrail.onClasses(testClass, LlmStudy.class).stream()
                .findFirst()
                .map(found -> of(found, testClass, parameters));
    }

    private static Study of(AnnotationTrail.Found<LlmStudy> found, Class<?> testClass, Parameters parameters) {
        LlmStudy annotation = found.annotation();
        Setting file = new Setting("@LlmStudy", found.place(), List.of(annotation.value()));
        Setting scale = parameters
                .get(ConfigurationKeys.STUDY_TIME_SCALE)
                .orElseGet(() -> new Setting(
                        "@LlmStudy(timeScale)", found.place(), List.of(Double.toString(annotation.timeScale()))));
        StudyTable table = file.parse(name -> read(name, testClass.getClassLoader()));
        String title = annotation.title().isEmpty() ? testClass.getSimpleName() : annotation.title();
        return new Study(table, title, TimeScale.of(scale), annotation.locustRounding());
    }

    private static StudyTable read(String name, ClassLoader loader) {
        String source = "study file '" + name + "'";
        byte[] bytes = bytes(name, loader);
        if (bytes == null) {
            boolean isPath = name.endsWith(ENDING) || name.startsWith("/");
            throw new IllegalArgumentException(source + " must be "
                    + (isPath ? "a file that exists" : FOLDER + name + ENDING + " on the test class path, or a file")
                    + ", but there is " + (isPath ? "none" : "neither") + "; create one, or correct the name");
        }
        Set<String> settings = new HashSet<>(ConfigurationKeys.LOAD_ATTRIBUTES);
        settings.add(Cell.TARGET);
        return StudyReader.read(source, bytes, settings);
    }

    private static byte @Nullable [] bytes(String name, ClassLoader loader) {
        try (InputStream in = name.isBlank() ? null : loader.getResourceAsStream(FOLDER + name + ENDING)) {
            if (in != null) {
                return in.readAllBytes();
            }
            Path file = Path.of(name);
            return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
        } catch (IOException e) {
            throw new IllegalArgumentException("study file '" + name + "' must be readable, but is not: " + e, e);
        }
    }

    /**
     * Returns a cell for each row.
     *
     * @param parameters settings that come before those of the rows
     * @param targets names of the class's targets; empty where it has one
     */
    public List<Cell> cells(Settings annotations, Settings parameters, List<String> targets) {
        List<String> telling = telling();
        refuseOverridden(parameters);
        List<Cell> cells = new ArrayList<>();
        Map<String, Integer> lines = new LinkedHashMap<>();
        for (StudyTable.Row row : table.rows()) {
            Settings settings = timeScale.applied(parameters.over(settings(row).over(annotations)));
            List<Cell> ofRow = Cell.matrix(settings, target(row, targets));
            if (ofRow.size() > 1) {
                throw wrong(
                        row,
                        "must be one load, but attributes with several values make it " + ofRow.size()
                                + "; write them as columns of the file");
            }
            String name = name(row, telling);
            Integer other = lines.putIfAbsent(name, row.line());
            if (other != null) {
                throw wrong(
                        row,
                        "must differ from the others in its settings, but is that of line " + other
                                + "; remove one of them");
            }
            cells.add(ofRow.get(0).named(name, row.settings()));
        }
        return cells;
    }

    /** A run with other settings than its row's is no run of that row. */
    private void refuseOverridden(Settings parameters) {
        for (StudyTable.Row row : table.rows()) {
            row.settings().keySet().stream().filter(parameters::has).findFirst().ifPresent(name -> {
                throw parameters
                        .get(name)
                        .orElseThrow()
                        .wrong(name + " must not be set for " + table.source() + ", whose rows say it; remove it, or"
                                + " change the file");
            });
        }
    }

    private Settings settings(StudyTable.Row row) {
        Settings settings = Settings.NONE;
        for (Map.Entry<String, String> one : row.settings().entrySet()) {
            if (!one.getKey().equals(Cell.TARGET)) {
                String origin = table.source() + " line " + row.line() + ", " + one.getKey();
                settings = settings.with(one.getKey(), new Setting(origin, List.of(one.getValue())));
            }
        }
        return settings;
    }

    private List<String> target(StudyTable.Row row, List<String> targets) {
        String name = row.settings().get(Cell.TARGET);
        if (name == null && targets.isEmpty()) {
            return List.of();
        }
        if (name == null) {
            throw wrong(row, "must say in a column target on which of " + targets + " it is run, but does not");
        }
        if (!targets.contains(name)) {
            throw wrong(
                    row,
                    "must have a target of the class, "
                            + (targets.isEmpty() ? "which has one without a name" : "one of " + targets)
                            + ", but has \"" + name
                            + "\"; name it in @LlmTarget(name = …) or remove it");
        }
        return List.of(name);
    }

    private ExtensionConfigurationException wrong(StudyTable.Row row, String must) {
        return new ExtensionConfigurationException(table.source() + " line " + row.line() + " " + must);
    }

    /** Settings of which rows have different values. */
    private List<String> telling() {
        Set<String> names = table.rows().stream()
                .flatMap(row -> row.settings().keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return names.stream()
                .filter(name -> table.rows().stream()
                                .map(row -> row.settings().getOrDefault(name, ""))
                                .distinct()
                                .count()
                        > 1)
                .toList();
    }

    private static String name(StudyTable.Row row, List<String> telling) {
        String name = telling.stream()
                .filter(row.settings()::containsKey)
                .map(setting -> setting + "=" + row.settings().get(setting))
                .collect(Collectors.joining(","));
        return name.isEmpty() ? Scenario.SINGLE : name;
    }

    /** Refuses what rows cannot be run with; limits are in the time of the run, and would be read as those of the study. */
    public void check(AnnotationTrail trail) {
        loadTest(trail.testClass());
        trail.all(LlmCapacity.class).stream().findFirst().ifPresent(search -> {
            throw new ExtensionConfigurationException("@LlmCapacity on " + search.place()
                    + " must not stand beside @LlmStudy, whose rows say how much load there is; search in a class of its"
                    + " own");
        });
        if (timeScale.isOne()) {
            return;
        }
        trail.all(Sla.class).forEach(sla -> sla.settings().byName().forEach((name, setting) -> {
            if (!SCALED_LIMITS.contains(name)) {
                throw setting.wrong(name + " must not stand beside @LlmStudy with timeScale " + timeScale.factor()
                        + ", since it would limit what is measured before it is converted back; draw a conclusion in"
                        + " @AfterAll instead");
            }
        }));
    }

    /** Returns the test that runs the rows. */
    public static Method loadTest(Class<?> testClass) {
        String must = "@LlmStudy must stand on a class with one load test, which runs the rows, but ";
        if (!AnnotationSupport.isAnnotated(testClass, LlmStudy.class)) {
            throw new ExtensionConfigurationException(
                    must + "stands around " + testClass.getSimpleName() + "; move it to that class");
        }
        List<Method> tests =
                AnnotationSupport.findAnnotatedMethods(testClass, LlmLoad.class, HierarchyTraversalMode.TOP_DOWN);
        if (tests.size() != 1) {
            throw new ExtensionConfigurationException(must + testClass.getSimpleName() + " has " + tests.size()
                    + "; move the others to a class of their own");
        }
        return tests.get(0);
    }

    /** Puts what was measured beside the table; a row whose result cannot be found was not run. */
    public StudyResult result(Function<String, Optional<CellResult>> results, Function<CellResult, String> link) {
        List<String> telling = telling();
        List<MatrixRow> matrix = new ArrayList<>();
        List<StudyRow> rows = new ArrayList<>();
        for (StudyTable.Row row : table.rows()) {
            Optional<CellResult> result = results.apply(name(row, telling));
            Map<Figure, MatrixRow.Value> values = new LinkedHashMap<>();
            table.published().forEach((figure, closeness) -> values.put(figure, value(row, figure, closeness, result)));
            String label = row.label().isEmpty() ? name(row, telling).replace(",", ", ") : row.label();
            MatrixRow told = new MatrixRow(
                    label,
                    row.settings(),
                    values,
                    row.note(),
                    result.map(CellResult::verdict).orElse(""),
                    result.map(link).orElse(""));
            matrix.add(told);
            rows.add(new StudyRow(told, figure -> result.map(cell -> cell.value(figure, timeScale.factor()))
                    .orElse(OptionalDouble.empty())));
        }
        List<Figure> figures = List.copyOf(table.published().keySet());
        return new StudyResult(new Matrix(title, table.source() + scale(), matrix, figures, List.of()), rows);
    }

    private String scale() {
        return timeScale.isOne() ? "" : ", " + Quantity.number(timeScale.factor()) + " × as fast as its clock";
    }

    private MatrixRow.Value value(
            StudyTable.Row row, Figure figure, StudyTolerance closeness, Optional<CellResult> result) {
        OptionalDouble measured =
                result.map(cell -> cell.value(figure, timeScale.factor())).orElse(OptionalDouble.empty());
        boolean rounds = locustRounding && figure.unit().equals(Unit.MILLISECONDS.symbol()) && measured.isPresent();
        OptionalDouble shown = rounds ? OptionalDouble.of(StudyTexts.locust(measured.getAsDouble())) : measured;
        return MatrixRow.Value.compared(row.value(figure), shown, closeness);
    }
}
