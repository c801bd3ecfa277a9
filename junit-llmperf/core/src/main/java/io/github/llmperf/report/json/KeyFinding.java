package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.wording.Figures;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.StreamSupport;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The finding of a run that says most of its verdict, in words for a table; empty text where it has no such number.
 *
 * @param measure such as {@code ttft.p90}
 * @param limit whether it is an absolute limit; else a comparison
 * @param accepted whether it is a regression that somebody accepted
 * @param required such as {@code ≤ 3000 ms}, or {@code ≤ +10.0 %} against the baseline
 * @param measured this run's value
 * @param baseline the stored runs' value, or the second target's
 * @param change relative difference from it
 * @param interval 90 % interval of the change
 */
@API(status = Status.INTERNAL, since = "0.1")
public record KeyFinding(
        String measure,
        boolean limit,
        boolean accepted,
        String required,
        String measured,
        String baseline,
        String change,
        String interval) {

    private static final String SLA = "SLA";
    private static final String COMPARISON = "REGRESSION";

    /** A comparison is a note only if its regression was accepted. */
    private static final String ACCEPTED = "NOTE";

    /**
     * Reads the finding that decided.
     *
     * @param root a {@code result.json}
     * @return its words; empty where no finding has numbers
     */
    static Optional<KeyFinding> read(JsonNode root) {
        JsonNode findings = root.path("findings");
        JsonNode decided = findings.path(root.path("decidedBy").asInt(-1));
        if (measure(decided).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(isSla(decided) ? limit(decided, findings) : comparison(decided));
    }

    private static boolean isSla(JsonNode finding) {
        return text(finding, "kind").equals(SLA);
    }

    private static KeyFinding limit(JsonNode sla, JsonNode all) {
        Measure measure = measure(sla).orElseThrow();
        Unit unit = measure.metric().unit();
        String sign = text(sla, "bound").replace("<=", "≤").replace(">=", "≥");
        double actual = number(sla, "actual");
        Optional<KeyFinding> compared = StreamSupport.stream(all.spliterator(), false)
                .filter(finding -> text(finding, "kind").equals(COMPARISON) && !isAnchor(finding))
                .filter(finding -> text(finding, "measure").equals(text(sla, "measure")))
                .findFirst()
                .map(KeyFinding::comparison);
        return new KeyFinding(
                measure.toString(),
                true,
                false,
                sign + " " + Figures.quantity(number(sla, "limit"), unit),
                Double.isNaN(actual)
                        ? FindingRow.unmeasured(sla.path("n").asLong())
                        : FindingRow.measured(actual, withoutFailures(sla), unit),
                compared.map(KeyFinding::baseline).orElse(""),
                compared.map(KeyFinding::change).orElse(""),
                compared.map(KeyFinding::interval).orElse(""));
    }

    private static OptionalDouble withoutFailures(JsonNode sla) {
        double value = number(sla, "withoutFailures");
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static KeyFinding comparison(JsonNode finding) {
        Measure measure = measure(finding).orElseThrow();
        Unit unit = measure.metric().unit();
        double candidate = number(finding, "actual");
        double baseline = number(finding, "baseline");
        double tolerance = number(finding, "tolerance");
        // The error rate changes by percentage points, as in every table.
        boolean inPoints = measure.metric() == Metric.ERROR_RATE;
        String sign = measure.metric().better().worseSign() < 0 ? "≥ " : "≤ ";
        return new KeyFinding(
                measure
                        + (isAnchor(finding)
                                ? " (anchor "
                                        + finding.path("against").path("name").asText() + ")"
                                : ""),
                false,
                isAccepted(finding),
                sign
                        + (inPoints
                                ? Figures.points(tolerance)
                                : Figures.change(FindingRow.toleratedChange(measure, tolerance))),
                Figures.quantity(candidate, unit),
                Figures.quantity(baseline, unit),
                inPoints ? Figures.points((candidate - baseline) / 100) : Figures.change(number(finding, "change")),
                inPoints ? "" : Figures.interval(number(finding, "changeLow"), number(finding, "changeHigh")));
    }

    private static boolean isAccepted(JsonNode finding) {
        return text(finding, "status").equals(ACCEPTED);
    }

    private static boolean isAnchor(JsonNode finding) {
        return finding.path("against").path("kind").asText().equals("ANCHOR");
    }

    /** A measure unknown to this version cannot be shown. */
    private static Optional<Measure> measure(JsonNode finding) {
        try {
            return Optional.of(Measure.parse(text(finding, "measure")));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String text(JsonNode finding, String key) {
        return finding.path(key).asText();
    }

    /** Infinity is written as text, unknown values as null. */
    private static double number(JsonNode finding, String key) {
        JsonNode value = finding.path(key);
        return switch (value.asText()) {
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> value.isNumber() ? value.doubleValue() : Double.NaN;
        };
    }

    /**
     * Returns the difference with its interval, as people read it.
     *
     * @return such as {@code +23 % (+15 % to +32 %)}; a dash where nothing was compared
     */
    public String changeWithInterval() {
        if (change.isEmpty()) {
            return "–";
        }
        return interval.isEmpty() ? change : change + " (" + interval + ")";
    }
}
