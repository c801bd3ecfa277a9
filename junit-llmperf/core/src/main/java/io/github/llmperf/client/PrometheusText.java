package io.github.llmperf.client;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the Prometheus text format as far as serving engines' own numbers go. */
final class PrometheusText {

    private static final List<String> ENGINES = List.of("vllm:", "sglang:", "tgi_", "llamacpp:", "lmdeploy:", "trtllm");

    private PrometheusText() {}

    /** Sums each engine metric over its label sets; buckets, quantiles and creation times are left out. */
    static SortedMap<String, Double> read(String text) {
        SortedMap<String, Double> sums = new TreeMap<>();
        text.lines().map(String::strip).forEach(line -> readLine(line, sums));
        return sums;
    }

    private static void readLine(String line, SortedMap<String, Double> sums) {
        int nameEnd = 0;
        while (nameEnd < line.length() && isNamePart(line.charAt(nameEnd))) {
            nameEnd++;
        }
        String name = line.substring(0, nameEnd);
        if (!isWanted(name)) {
            return;
        }
        boolean labelled = nameEnd < line.length() && line.charAt(nameEnd) == '{';
        int labelsEnd = labelled ? afterLabels(line, nameEnd + 1) : nameEnd;
        if (labelled && line.substring(nameEnd, labelsEnd).contains("quantile=\"")) {
            return;
        }
        String[] rest = line.substring(labelsEnd).strip().split("\\s+", 2);
        try {
            double value = Double.parseDouble(rest[0]);
            if (Double.isFinite(value)) {
                sums.merge(name, value, Double::sum);
            }
        } catch (NumberFormatException e) {
            // +Inf, a line that was cut, or another format: no number to show
        }
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == ':';
    }

    private static boolean isWanted(String name) {
        return ENGINES.stream().anyMatch(name::startsWith) && !name.endsWith("_bucket") && !name.endsWith("_created");
    }

    /** Braces inside quotes belong to a label's value. */
    private static int afterLabels(String line, int from) {
        boolean quoted = false;
        for (int i = from; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == '}' && !quoted) {
                return i + 1;
            }
        }
        return line.length();
    }
}
