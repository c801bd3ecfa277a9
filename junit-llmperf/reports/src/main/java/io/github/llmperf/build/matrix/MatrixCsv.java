package io.github.llmperf.build.matrix;

import io.github.llmperf.report.csv.Csv;
import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.MatrixRow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes a matrix as a table for other programs: units in the header, numbers in full, empty fields for what is not
 * known.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class MatrixCsv {

    private MatrixCsv() {}

    /**
     * Tells a matrix.
     *
     * @return the text of a CSV file by RFC 4180, lines ended by a line feed
     */
    public static String render(Matrix matrix) {
        List<String> axes = matrix.axes();
        List<String> header = new ArrayList<>(axes.stream().map(Csv::text).toList());
        for (Figure figure : matrix.figures()) {
            header.add(figure.name() + " [" + figure.unit() + "]");
            if (matrix.isStudy()) {
                header.add(figure.name() + " published [" + figure.unit() + "]");
            }
        }
        header.add("verdict");
        StringBuilder text = new StringBuilder(Csv.line(header));
        matrix.rows().forEach(row -> text.append(Csv.line(fields(matrix, axes, row))));
        return text.toString();
    }

    private static List<String> fields(Matrix matrix, List<String> axes, MatrixRow row) {
        List<String> fields = new ArrayList<>();
        axes.forEach(axis -> fields.add(Csv.text(row.axes().getOrDefault(axis, ""))));
        for (Figure figure : matrix.figures()) {
            fields.add(number(row.value(figure).measured()));
            if (matrix.isStudy()) {
                fields.add(number(row.value(figure).published()));
            }
        }
        fields.add(row.verdict());
        return fields;
    }

    private static String number(OptionalDouble value) {
        return Csv.number(value.orElse(Double.NaN));
    }
}
