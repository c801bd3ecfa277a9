package io.github.llmperf.report.csv;

import io.github.llmperf.report.text.VisibleText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Fields and lines of CSV by RFC 4180, but for lines ended by a line feed. Numbers have a decimal point and no unit. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Csv {

    private static final MathContext DIGITS = new MathContext(9);

    /** Characters that begin a formula in spreadsheets, and their full-width forms. */
    private static final String FORMULA = "=+-@＝＋－＠";

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

    private Csv() {}

    /** Returns a line of fields, quoted where they must be. */
    public static String line(List<String> fields) {
        return fields.stream().map(Csv::quoted).collect(Collectors.joining(",", "", "\n"));
    }

    /** Returns a number in full; empty for not a number. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        if (Double.isInfinite(value)) {
            return Double.toString(value);
        }
        BigDecimal exact = new BigDecimal(Double.toString(value)).round(DIGITS).stripTrailingZeros();
        return exact.toPlainString();
    }

    /** Returns text of others on one line, such that no spreadsheet computes it. */
    public static String text(String foreign) {
        String visible = VisibleText.text(foreign);
        boolean isFormula = !visible.isEmpty()
                && FORMULA.indexOf(visible.charAt(0)) >= 0
                && !NUMBER.matcher(visible).matches();
        return isFormula ? "'" + visible : visible;
    }

    private static String quoted(String text) {
        boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
