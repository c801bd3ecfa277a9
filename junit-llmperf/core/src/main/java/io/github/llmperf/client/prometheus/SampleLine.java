package io.github.llmperf.client.prometheus;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads {@code name{label="value"} 1.5 1700000000000 # {trace_id="a"} 1}: name, labels and value are kept; a timestamp and
 * an exemplar are checked and left out. A name in quotes stands among the labels, as Prometheus 3 writes those that are no
 * identifiers.
 */
final class SampleLine {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
    private static final Map<String, Double> WORDS = Map.of(
            "nan", Double.NaN,
            "inf", Double.POSITIVE_INFINITY,
            "+inf", Double.POSITIVE_INFINITY,
            "infinity", Double.POSITIVE_INFINITY,
            "+infinity", Double.POSITIVE_INFINITY,
            "-inf", Double.NEGATIVE_INFINITY,
            "-infinity", Double.NEGATIVE_INFINITY);

    private final String line;
    private int at;

    private SampleLine(String line) {
        this.line = line;
    }

    static MetricSample read(String line) throws MalformedLineException {
        return new SampleLine(line).sample();
    }

    private MetricSample sample() throws MalformedLineException {
        SortedMap<String, String> labels = new TreeMap<>();
        String name = word("{");
        blanks();
        if (isNext('{')) {
            String quoted = labels(labels);
            must(name.isEmpty() || quoted.isEmpty());
            name = name.isEmpty() ? quoted : checked(name, NAME);
        } else {
            checked(name, NAME);
        }
        must(!name.isEmpty());
        blanks();
        double value = number(word(""));
        rest();
        return new MetricSample(name, labels, value, MetricType.UNTYPED);
    }

    /** A timestamp, an exemplar, both or neither. */
    private void rest() throws MalformedLineException {
        blanks();
        if (at < line.length() && line.charAt(at) != '#') {
            number(word(""));
            blanks();
        }
        if (at < line.length()) {
            exemplar();
        }
    }

    private void exemplar() throws MalformedLineException {
        must(isNext('#'));
        blanks();
        must(isNext('{'));
        must(labels(new TreeMap<>()).isEmpty());
        blanks();
        number(word(""));
        blanks();
        if (at < line.length()) {
            number(word(""));
        }
        blanks();
        must(at == line.length());
    }

    /** Reads up to the closing brace; returns the name of the metric where it stands there, in quotes. */
    private String labels(SortedMap<String, String> labels) throws MalformedLineException {
        String name = "";
        blanks();
        while (!isNext('}')) {
            boolean isQuoted = at < line.length() && line.charAt(at) == '"';
            String label = isQuoted ? quoted() : word("=,}");
            blanks();
            if (isNext('=')) {
                must(isQuoted || LABEL.matcher(label).matches());
                blanks();
                must(labels.put(label, quoted()) == null);
            } else {
                must(isQuoted && name.isEmpty() && labels.isEmpty() && !label.isEmpty());
                name = label;
            }
            blanks();
            must(isNext(',') || (at < line.length() && line.charAt(at) == '}'));
            blanks();
        }
        return name;
    }

    private String quoted() throws MalformedLineException {
        must(isNext('"'));
        StringBuilder text = new StringBuilder();
        while (!isNext('"')) {
            must(at < line.length());
            char c = line.charAt(at++);
            text.append(c == '\\' ? escaped() : c);
        }
        return text.toString();
    }

    private char escaped() throws MalformedLineException {
        must(at < line.length());
        char c = line.charAt(at++);
        must(c == 'n' || c == '"' || c == '\\');
        return c == 'n' ? '\n' : c;
    }

    private String word(String ends) {
        int from = at;
        while (at < line.length() && !isBlank(line.charAt(at)) && ends.indexOf(line.charAt(at)) < 0) {
            at++;
        }
        return line.substring(from, at);
    }

    private void blanks() {
        while (at < line.length() && isBlank(line.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** Steps over a character where it stands. */
    private boolean isNext(char c) {
        boolean next = at < line.length() && line.charAt(at) == c;
        at += next ? 1 : 0;
        return next;
    }

    /** Java reads more than the format has, such as {@code 1f}. */
    static double number(String word) throws MalformedLineException {
        Double special = WORDS.get(word.toLowerCase(Locale.ROOT));
        if (special != null) {
            return special;
        }
        checked(word, NUMBER);
        return Double.parseDouble(word);
    }

    private static String checked(String word, Pattern pattern) throws MalformedLineException {
        must(pattern.matcher(word).matches());
        return word;
    }

    private static void must(boolean holds) throws MalformedLineException {
        if (!holds) {
            throw new MalformedLineException();
        }
    }
}
