package io.github.llmperf.client.prometheus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Reads pages of metrics: Prometheus' text format 0.0.4, and OpenMetrics 1.0 as far as it differs. Lines that cannot be
 * parsed are skipped and counted, so that one bad line does not lose the others.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class PrometheusText {

    private static final List<String> SUFFIXES =
            List.of("_bucket", "_sum", "_count", "_total", "_created", "_info", "_gsum", "_gcount");
    private static final String END = "# EOF";

    private final Map<String, MetricType> types = new HashMap<>();
    private final List<MetricSample> samples = new ArrayList<>();
    private int malformed;

    private PrometheusText() {}

    /**
     * Reads a page. The last line must end with a line feed or be {@code # EOF}: otherwise its number may have been cut
     * off.
     */
    public static Exposition read(String text) {
        PrometheusText reader = new PrometheusText();
        int from = 0;
        boolean goesOn = true;
        while (goesOn && from < text.length()) {
            int end = text.indexOf('\n', from);
            String line = text.substring(from, end < 0 ? text.length() : end).strip();
            goesOn = !line.equals(END);
            if (end < 0 && goesOn) {
                reader.malformed += line.isEmpty() ? 0 : 1;
            } else {
                reader.line(line);
            }
            from = end < 0 ? text.length() : end + 1;
        }
        return reader.exposition();
    }

    private void line(String line) {
        if (line.startsWith("#")) {
            comment(line);
        } else if (!line.isEmpty()) {
            try {
                samples.add(SampleLine.read(line));
            } catch (MalformedLineException e) {
                malformed++;
            }
        }
    }

    /** Comments other than types are for people. */
    private void comment(String line) {
        String[] words = line.split("[ \\t]+", -1);
        if (words.length < 2 || !words[0].equals("#") || !words[1].equals("TYPE")) {
            return;
        }
        Optional<MetricType> type = words.length == 4 ? MetricType.of(words[3]) : Optional.empty();
        if (type.isEmpty() || types.putIfAbsent(unquoted(words[2]), type.get()) != null) {
            malformed++;
        }
    }

    private static String unquoted(String name) {
        return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
                ? name.substring(1, name.length() - 1)
                : name;
    }

    private Exposition exposition() {
        return new Exposition(
                samples.stream().map(sample -> sample.of(type(sample.name()))).toList(), malformed);
    }

    /** OpenMetrics gives the type of a family, Prometheus that of a name, and both that of a histogram without suffix. */
    private MetricType type(String name) {
        MetricType own = types.get(name);
        if (own != null) {
            return own;
        }
        return SUFFIXES.stream()
                .filter(name::endsWith)
                .map(suffix -> types.get(name.substring(0, name.length() - suffix.length())))
                .filter(type -> type != null && type != MetricType.GAUGE)
                .findFirst()
                .orElse(MetricType.UNTYPED);
    }
}
