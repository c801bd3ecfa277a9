package io.github.llmperf.report.html;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestCounts.FailureCount;
import io.github.llmperf.measure.Timeline;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.Caveats;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The numbers of a report: distributions, rates, failures and what the server says of itself. */
final class NumbersHtml {

    private static final List<Statistic> STATISTICS = List.of(
            Statistic.MEAN,
            Statistic.percentile(50),
            Statistic.percentile(90),
            Statistic.percentile(95),
            Statistic.percentile(99),
            Statistic.MAX);

    private final Report report;
    private final SafeText safe;
    private final Measurement measurement;

    NumbersHtml(Report report, SafeText safe) {
        this.report = report;
        this.safe = safe;
        this.measurement = report.measurement();
    }

    Markup metrics() {
        Markup section = new Markup().open("section").element("h2", "Measurements");
        Caveats.ofFailures(report).ifPresent(words -> section.element("p", words, "class", "key"));
        Caveats.ofAverages(report).ifPresent(words -> section.element("p", words, "class", "key"));
        distributions(section, metric -> !metric.isServers());
        Map<String, String> rates = new LinkedHashMap<>();
        measurement
                .rates()
                .forEach((metric, value) -> rates.put(metric.jsonName(), Figures.quantity(value, metric.unit())));
        if (!rates.isEmpty()) {
            rates.put("most in flight", Figures.count(measurement.peakConcurrency(), "request"));
            rates.put("tokens, whole run", rate(measurement.wholeRun().outputTokenRate(), Metric.OUTPUT_TOKEN_RATE));
            rates.put("requests, whole run", rate(measurement.wholeRun().requestRate(), Metric.REQUEST_RATE));
            Caveats.ofRates(report).ifPresent(words -> section.element("p", words, "class", "key"));
            section.add(FactList.of(rates, "facts", safe));
        }
        return section.close();
    }

    private static String rate(double value, Metric metric) {
        return Figures.quantity(value, metric.unit());
    }

    private void distributions(Markup section, Predicate<Metric> shown) {
        List<Metric> metrics = Stream.of(Metric.values())
                .filter(shown)
                .filter(metric -> measurement.distribution(metric).isPresent())
                .toList();
        if (metrics.isEmpty()) {
            section.element("p", "No samples.");
            return;
        }
        section.open("div", "class", "scroll")
                .open("table", "class", "stack")
                .open("thead")
                .open("tr");
        section.element("th", "Metric", "scope", "col");
        STATISTICS.forEach(statistic -> section.element("th", statistic.toString(), "scope", "col"));
        section.element("th", "n", "scope", "col").close().close().open("tbody");
        for (Metric metric : metrics) {
            Distribution samples = measurement.distribution(metric).orElseThrow();
            section.open("tr").open("th", "scope", "row").text(metric.jsonName() + " ");
            section.element("span", metric.unit().symbol(), "class", "unit").close();
            for (Statistic statistic : STATISTICS) {
                boolean exists = samples.n() >= statistic.samplesToExist();
                section.element(
                        "td",
                        exists ? Numbers.number(samples.value(statistic)) : "–",
                        "data-label",
                        statistic.toString());
            }
            section.element("td", Long.toString(samples.n()), "data-label", "n").close();
        }
        section.close().close().close();
    }

    Markup failures() {
        Markup section = new Markup().open("section").element("h2", "Failures");
        Optional<String> unmeasured = unmeasured();
        if (measurement.requests().failures().isEmpty()) {
            section.element("p", unmeasured.isEmpty() ? "None." : "None of the measured requests.");
            unmeasured.ifPresent(words -> section.element("p", words));
            return section.close();
        }
        section.open("table", "class", "stack").open("thead").open("tr");
        section.element("th", "Kind", "scope", "col").element("th", "Count", "scope", "col");
        section.element("th", "Status", "scope", "col")
                .element("th", "First example", "scope", "col", "class", "left")
                .close()
                .close()
                .open("tbody");
        measurement.requests().failures().forEach((kind, failure) -> {
            section.open("tr").element("th", kind.name(), "scope", "row");
            section.element("td", Long.toString(failure.count()), "data-label", "Count");
            int status = failure.example().status();
            section.element("td", status == 0 ? "–" : Integer.toString(status), "data-label", "Status");
            section.element("td", safe.of(failure.example().words()), "class", "long left");
            section.close();
        });
        section.close().close();
        unmeasured.ifPresent(words -> section.element("p", words, "class", "key"));
        return section.close();
    }

    /** Failures outside the measured requests, which no table counts. */
    private Optional<String> unmeasured() {
        if (allFailed() == measuredFailed()) {
            return Optional.empty(); // no need to read a hundred thousand requests once more
        }
        Map<RequestPhase, Long> failed = report.run().records().stream()
                .filter(record -> record.failure() != null && !record.cancelled())
                .collect(Collectors.groupingBy(
                        RequestRecord::phase, () -> new EnumMap<>(RequestPhase.class), Collectors.counting()));
        String where = Stream.of(RequestPhase.WARMUP, RequestPhase.COOLDOWN)
                .filter(failed::containsKey)
                .map(phase -> failed.get(phase) + " in the " + (phase == RequestPhase.WARMUP ? "warm-up" : "cooldown"))
                .collect(Collectors.joining(" and "));
        return where.isEmpty()
                ? Optional.empty()
                : Optional.of("Not counted, since not measured: " + where + " failed, too.");
    }

    private long allFailed() {
        return report.observed().overTime().timeline().slices().stream()
                .mapToLong(Timeline.Slice::failures)
                .sum();
    }

    private long measuredFailed() {
        return measurement.requests().failures().values().stream()
                .mapToLong(FailureCount::count)
                .sum();
    }

    Markup server() {
        Markup section = new Markup().open("section").element("h2", "What the server says of itself");
        ServerHtml.sentences(section, report, safe);
        ServerHtml.table(section, report);
        boolean times = Stream.of(Metric.values())
                .anyMatch(metric ->
                        metric.isServers() && measurement.distribution(metric).isPresent());
        if (times) {
            distributions(section, Metric::isServers);
        }
        if (report.observed().prometheus().isEmpty()) {
            boolean told = times || !report.observed().server().series().isEmpty();
            return section.element("p", told ? "" : "Nothing: neither times in its answers nor metrics were read.")
                    .close();
        }
        Map<String, String> metrics = new LinkedHashMap<>();
        report.observed().prometheus().forEach((name, value) -> metrics.put(name, Numbers.number(value)));
        section.open("details")
                .element("summary", Figures.count(metrics.size(), "reading") + " under the server's own names");
        return section.add(FactList.of(metrics, "facts", safe)).close().close();
    }
}
