package io.github.llmperf.allure;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.model.Renderer;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.CapacityChart;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.report.svg.QuantileChart;
import io.github.llmperf.report.svg.SvgChart;
import io.github.llmperf.report.text.CapacityFigures;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.report.text.ReferenceName;
import io.github.llmperf.report.text.Tone;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes a report in a few lines of HTML for pages of others, such as Allure's: inline styles only, each coloured cell
 * with its own background and foreground, no script, and the picture as an image within the text.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class DescriptionHtml implements Renderer {

    private static final String SURFACE = "background:" + Palette.LIGHT.surface() + ";color:" + Palette.LIGHT.ink();
    private static final String BORDER = ";border:1px solid #c9d0d8;padding:4px 7px;text-align:left";
    private static final String CELL = SURFACE + ";border:1px solid #c9d0d8;padding:4px 5px;text-align:right";
    private static final String NAME = SURFACE + BORDER;

    /** Makes the renderer. */
    public DescriptionHtml() {}

    @Override
    public String render(Report report) {
        SafeText safe = new SafeText(report);
        Tone tone = Tone.of(report.judgement().verdict());
        Markup html = new Markup();
        html.open("div", "style", SURFACE + ";padding:12px;max-width:664px;font-family:system-ui,sans-serif");
        Scenario scenario = report.plan().scenario();
        if (scenario.stage().isPresent()) {
            html.element(
                    "p", "stage " + scenario.stage().getAsInt() + ": " + load(scenario), "style", "margin:0 0 6px");
        }
        html.open("p", "style", paint(tone) + ";padding:8px 12px;margin:0 0 10px;overflow-wrap:anywhere");
        html.element("b", tone.sign() + " " + report.judgement().verdict().words());
        html.prose(
                        " – " + safe.of(report.reason()),
                        List.of("style", "white-space:nowrap"),
                        List.of("style", "word-break:break-all"))
                .close();
        List<FindingRow> rows = FindingRow.rows(report.judgement());
        if (!rows.isEmpty()) {
            table(html, rows, ReferenceName.heading(report));
        }
        report.series()
                .search()
                .filter(search -> !search.rows().isEmpty())
                .map(search ->
                        new CapacityFigures(search, report.plan().criteria().limits()))
                .map(figures -> new CapacityChart(figures, Palette.LIGHT, SvgChart.WIDTH, SvgChart.HEIGHT))
                .ifPresent(chart -> picture(html, chart.draw("capacity"), chart.description()));
        QuantileChart chart = new QuantileChart(report, Palette.LIGHT, SvgChart.WIDTH, SvgChart.HEIGHT);
        if (!chart.isEmpty()) {
            picture(html, chart.draw("latency"), chart.description());
        }
        return html.close() + "\n";
    }

    /** Drawn within the page, a picture would be lost: Allure 3 removes all SVG from descriptions. */
    private static void picture(Markup html, Markup svg, String description) {
        String code = Base64.getEncoder().encodeToString(svg.toString().getBytes(UTF_8));
        html.empty(
                "img",
                "alt",
                description,
                "width",
                "640",
                "style",
                "display:block;max-width:100%",
                "src",
                "data:image/svg+xml;base64," + code);
    }

    /** What this stage has for itself, such as {@code users=20}. */
    static String load(Scenario scenario) {
        return scenario.cell().entrySet().stream()
                .filter(part -> !part.getKey().equals(Scenario.STAGE))
                .filter(part -> !scenario.withoutStage().cell().containsKey(part.getKey()))
                .map(part -> part.getKey() + "=" + part.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void table(Markup html, List<FindingRow> rows, String reference) {
        boolean isCompared =
                rows.stream().anyMatch(row -> !row.cells().baseline().isEmpty());
        html.open("div", "style", SURFACE + ";overflow-x:auto;margin:0 0 10px");
        html.open("table", "style", SURFACE + ";border-collapse:collapse;font-size:12px;white-space:nowrap");
        html.open("tr").element("th", "measure", "style", NAME);
        cells(html, "th", List.of("required", "measured"));
        cells(html, "th", isCompared ? List.of(reference, "Δ", "90 % interval") : List.of());
        html.close();
        for (FindingRow row : rows) {
            html.open("tr")
                    .element(
                            "td", row.tone().sign() + " " + row.cells().measure(), "style", paint(row.tone()) + BORDER);
            cells(html, "td", List.of(row.cells().required(), row.cells().measuredInOne()));
            cells(
                    html,
                    "td",
                    isCompared
                            ? List.of(
                                    row.cells().baseline(),
                                    row.cells().change(),
                                    row.cells().interval())
                            : List.of());
            html.close();
        }
        html.close().close();
    }

    private static void cells(Markup html, String tag, List<String> texts) {
        texts.forEach(text -> html.element(tag, text, "style", CELL));
    }

    private static String paint(Tone tone) {
        return "background:" + tone.background() + ";color:" + tone.foreground();
    }
}
