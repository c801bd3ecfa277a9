package io.github.llmperf.report.csv;

import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.measure.server.ServerSeries.Point;
import io.github.llmperf.report.model.Renderer;
import io.github.llmperf.report.model.Report;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes each reading of a server's metrics as {@code server-metrics.csv}: a line for each time, a column for each
 * series with its unit, empty where it was not told. The file is empty if nothing was read.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class ServerCsv implements Renderer {

    /** Makes the renderer. */
    public ServerCsv() {}

    @Override
    public String render(Report report) {
        List<ServerSeries> all = report.observed().server().series();
        if (all.isEmpty()) {
            return "";
        }
        SortedMap<Long, String[]> lines = new TreeMap<>();
        for (int i = 0; i < all.size(); i++) {
            for (Point point : all.get(i).points()) {
                String[] cells = lines.computeIfAbsent(point.at(), at -> empty(all.size()));
                cells[i] = Csv.number(point.value());
            }
        }
        long started = report.run().times().started();
        List<String> header = Stream.concat(Stream.of("time [s]"), all.stream().map(ServerCsv::column))
                .toList();
        return Csv.line(header)
                + lines.entrySet().stream()
                        .map(line -> Csv.number((line.getKey() - started) / 1e9) + ","
                                + String.join(",", line.getValue()) + "\n")
                        .collect(Collectors.joining());
    }

    private static String[] empty(int columns) {
        String[] cells = new String[columns];
        Arrays.fill(cells, "");
        return cells;
    }

    private static String column(ServerSeries series) {
        String part = series.part().isEmpty() ? "" : " " + series.part();
        return Csv.text(series.meaning().jsonName() + part) + " ["
                + series.meaning().unit() + "]";
    }
}
