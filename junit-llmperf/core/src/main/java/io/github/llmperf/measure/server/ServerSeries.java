package io.github.llmperf.measure.server;

import java.util.List;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Values over the time of a run.
 *
 * @param part the GPU that they are of alone; empty for the whole server
 * @param points one or more, in order of time
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ServerSeries(SeriesKind meaning, String part, List<Point> points) {

    /** Copies the list. */
    public ServerSeries {
        points = List.copyOf(points);
    }

    /**
     * A value at a time.
     *
     * @param at when it had been read, on the clock of the load
     * @param value in the unit of its meaning
     */
    public record Point(long at, double value) {}

    /** Returns the first value. */
    public double first() {
        return points.get(0).value();
    }

    /** Returns the last value. */
    public double last() {
        return points.get(points.size() - 1).value();
    }

    /**
     * Returns the mean of all values.
     *
     * @return not a number without any
     */
    public double mean() {
        return points.stream().mapToDouble(Point::value).average().orElse(Double.NaN);
    }

    /**
     * Returns the smallest value.
     *
     * @return not a number without any
     */
    public double min() {
        return points.stream().mapToDouble(Point::value).min().orElse(Double.NaN);
    }

    /**
     * Returns the largest value.
     *
     * @return not a number without any
     */
    public double max() {
        return points.stream().mapToDouble(Point::value).max().orElse(Double.NaN);
    }

    /**
     * Returns the mean over a part of the values, which is split by their number.
     *
     * @param part which one, from 0
     * @return empty where the part has none
     */
    public OptionalDouble mean(int part, int parts) {
        int from = points.size() * part / parts;
        int to = points.size() * (part + 1) / parts;
        return points.subList(from, to).stream().mapToDouble(Point::value).average();
    }

    /**
     * Returns the values inside some spans of time.
     *
     * @param spans when
     * @return the series of these alone; without points where there are none
     */
    ServerSeries during(List<ServerView.Span> spans) {
        return new ServerSeries(
                meaning,
                part,
                points.stream()
                        .filter(point -> spans.stream().anyMatch(span -> span.holds(point.at())))
                        .toList());
    }
}
