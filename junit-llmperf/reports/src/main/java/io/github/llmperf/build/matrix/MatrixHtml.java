package io.github.llmperf.build.matrix;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.report.html.Stylesheet;
import io.github.llmperf.report.matrix.CellComparison;
import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.matrix.MatrixRow.Value;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes a matrix as one static page without script: what a study says and whether it is so, what each axis does, a
 * picture for each figure, and the table.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class MatrixHtml {

    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";
    private static final double WIDTH = 960;
    private static final double NARROW = 344;

    private final Matrix matrix;

    private MatrixHtml(Matrix matrix) {
        this.matrix = matrix;
    }

    /** Tells a matrix. */
    public static String render(Matrix matrix) {
        return new MatrixHtml(matrix).page();
    }

    private String page() {
        Markup page = new Markup();
        page.open("html", "lang", "en").line().open("head");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        page.element("title", matrix.title());
        page.style(Stylesheet.text()).close().line();
        page.open("body").open("main").line();
        page.add(header()).line();
        if (!matrix.conclusions().isEmpty()) {
            page.add(conclusions()).line();
        }
        page.add(comparisons());
        page.add(charts());
        page.add(table()).line();
        page.element(
                "footer", "Written by junit-llmperf." + (matrix.isStudy() ? " Δ is measured over published." : ""));
        return "<!DOCTYPE html>\n" + page.close().close().close() + "\n";
    }

    private Markup header() {
        Markup header = new Markup();
        header.open("header").open("h1").name(matrix.title()).close().element("p", matrix.origin(), "class", "sub");
        if (matrix.isStudy()) {
            header.open("div", "class", "verdict plain");
            header.element("b", share() + " inside");
            header.element(
                    "p",
                    matrix.inside() + " of " + matrix.compared()
                            + " published numbers are reproduced within their bounds"
                            + (notRun() == 0
                                    ? "."
                                    : "; " + Figures.count(notRun(), "row") + " not run, INVALID or ERROR."));
            header.close();
        }
        return header.close();
    }

    private String share() {
        return matrix.compared() == 0 ? "nothing" : Figures.part(matrix.inside() / (double) matrix.compared());
    }

    private long notRun() {
        return matrix.rows().stream().filter(row -> !row.isJudged()).count();
    }

    private Markup conclusions() {
        Markup section = new Markup().open("section").element("h2", "What the study says");
        section.open("ul", "class", "marked");
        for (Matrix.Conclusion conclusion : matrix.conclusions()) {
            section.open("li")
                    .element(
                            "span",
                            conclusion.holds() ? "true" : "false",
                            "class",
                            "tag " + (conclusion.holds() ? "good" : "bad"))
                    .text(" " + conclusion.sentence())
                    .element(
                            "span", conclusion.because().isEmpty() ? "" : " – " + conclusion.because(), "class", "unit")
                    .close();
        }
        return section.close().close();
    }

    private Markup comparisons() {
        List<String> sentences = CellComparison.sentences(matrix);
        Markup section = new Markup();
        if (sentences.isEmpty()) {
            return section;
        }
        section.open("section").element("h2", "What each axis does, all others being equal");
        section.open("ul");
        sentences.forEach(sentence -> section.element("li", sentence + "."));
        return section.close().close().line();
    }

    private Markup charts() {
        Markup charts = new Markup();
        int number = 0;
        for (Figure figure : matrix.figures()) {
            String id = "chart" + number++;
            List<Markup> drawn = new ArrayList<>();
            for (double width : List.of(WIDTH, NARROW)) {
                String size = width == WIDTH ? "wide" : "narrow";
                chart(figure, width, id + size)
                        .ifPresent(svg -> drawn.add(
                                new Markup().open("div", "class", size).add(svg).close()));
            }
            if (!drawn.isEmpty()) {
                charts.open("section");
                drawn.forEach(charts::add);
                if (MatrixColumns.fit(matrix)) {
                    charts.element("p", columns(figure, WIDTH).extremes(), "class", "key");
                }
                charts.close().line();
            }
        }
        return charts;
    }

    private Optional<Markup> chart(Figure figure, double width, String id) {
        if (figure.better() == Direction.NEITHER && !matrix.isStudy()) {
            return Optional.empty();
        }
        MatrixChart bars = new MatrixChart(matrix, figure, Palette.STYLED, width);
        if (bars.isEmpty()) {
            return Optional.empty();
        }
        return MatrixLines.of(matrix, figure, Palette.STYLED, width)
                .map(lines -> lines.draw(id))
                .or(() -> Optional.of(
                        MatrixColumns.fit(matrix) ? columns(figure, width).draw(id) : bars.draw(id)));
    }

    private MatrixColumns columns(Figure figure, double width) {
        return new MatrixColumns(matrix, figure, Palette.STYLED, width);
    }

    private Markup table() {
        Markup section = new Markup().open("section").element("h2", "All runs");
        section.open("div", "class", "scroll").open("table").open("thead").open("tr");
        section.element("th", "run", "scope", "col", "class", "left")
                .element("th", "verdict", "scope", "col", "class", "left");
        for (Figure figure : matrix.figures()) {
            section.open("th", "scope", "col")
                    .text(figure.name() + " ")
                    .element("span", figure.unit(), "class", "unit")
                    .close();
            if (published(figure)) {
                section.element("th", "published", "scope", "col").element("th", "Δ", "scope", "col");
            }
        }
        section.close().close().open("tbody");
        matrix.rows().forEach(row -> section.add(row(row)).line());
        return section.close().close().close().close();
    }

    private Markup row(MatrixRow row) {
        Markup cells = new Markup().open("tr").open("th", "scope", "row", "class", "left");
        if (row.link().isEmpty()) {
            cells.text(row.label());
        } else {
            cells.element("a", row.label(), "href", row.link());
        }
        if (!row.whyNotDrawn().isEmpty()) {
            cells.element("span", " not drawn: " + row.whyNotDrawn(), "class", "unit");
        }
        cells.close();
        cells.element("td", row.verdict().isEmpty() ? "not run" : row.verdict(), "class", "left");
        for (Figure figure : matrix.figures()) {
            Value value = row.value(figure);
            cells.element("td", number(value.measured()));
            if (published(figure)) {
                cells.element("td", number(value.published()));
                delta(cells, row, value);
            }
        }
        return cells.close();
    }

    /** Where nothing was published but zero, the measured value says it all; what is outside is marked in words too. */
    private static void delta(Markup cells, MatrixRow row, Value value) {
        String text = value.change().isPresent() ? Figures.change(value.change().getAsDouble()) : "";
        if (row.isJudged() && value.published().isPresent() && !value.inside()) {
            cells.open("td")
                    .element("span", text.isEmpty() ? "outside" : text + " outside", "class", "tag bad")
                    .close();
        } else {
            cells.element("td", text);
        }
    }

    private boolean published(Figure figure) {
        return matrix.rows().stream()
                .anyMatch(row -> row.value(figure).published().isPresent());
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? Numbers.number(value.getAsDouble()) : "–";
    }
}
