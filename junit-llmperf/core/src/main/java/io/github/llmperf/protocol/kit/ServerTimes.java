package io.github.llmperf.protocol.kit;

import io.github.llmperf.metric.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of the time one answer took, in ms, and what follows from it. {@code serverTtft} and
 * {@code serverTpot} are derived here and nowhere else, by one rule for headers and bodies.
 */
final class ServerTimes {

    static final String INCONSISTENT = "server_times_inconsistent";

    /** Three whole numbers of ms, each cut off, differ by less. */
    private static final double SUM_TOLERANCE = 2;

    private static final double PER_TOKEN_TOLERANCE = 1;

    /** A decimal that a sum cannot have made wrong. */
    private static final double ROUNDING = 1e-6;

    private final Map<Metric, Double> said = new LinkedHashMap<>();
    private final List<Double> perTokenSaid = new ArrayList<>();
    private @Nullable TimingProfile profile;
    private double firstToken = Double.NaN;
    private boolean firstTokenWithQueue;
    private double perFurtherToken = Double.NaN;

    /** Notes that the times come in headers of a known meaning, so that they can be checked. */
    void checkAgainst(TimingProfile known) {
        profile = known;
    }

    /** Takes a time; nothing when negative or no number. */
    void put(Metric metric, double millis) {
        if (millis >= 0 && Double.isFinite(millis)) {
            said.put(metric, millis);
        }
    }

    /** Takes a time unless the same has been said already. */
    void putFirst(Metric metric, double millis) {
        if (!said.containsKey(metric)) {
            put(metric, millis);
        }
    }

    void firstToken(double millis, boolean withQueue) {
        firstToken = millis;
        firstTokenWithQueue = withQueue;
    }

    /** Takes a time per token: over all of them, or over those after the first. */
    void perToken(double millis, boolean withFirst) {
        putFirst(Metric.SERVER_TIME_PER_TOKEN, millis);
        perTokenSaid.add(millis);
        if (!withFirst) {
            perFurtherToken = millis;
        }
    }

    double get(Metric metric) {
        return said.getOrDefault(metric, Double.NaN);
    }

    Map<String, Double> byName() {
        Map<String, Double> byName = new LinkedHashMap<>();
        said.forEach((metric, millis) -> byName.put(metric.jsonName(), millis));
        return byName;
    }

    /**
     * Derives what the server does not say itself, and checks what it says.
     *
     * @param outputTokens as counted by the server or on the wire; negative when not known
     * @param warnings is told of contradictions
     */
    void complete(int outputTokens, Consumer<String> warnings) {
        double decode = decode();
        if (profile != null && (contradictsItself(decode) || perTokenFitsNothing(decode, outputTokens))) {
            warnings.accept(INCONSISTENT);
        }
        putFirst(Metric.SERVER_TTFT, timeToFirstToken());
        putFirst(Metric.SERVER_TPOT, timePerFurtherToken(decode, outputTokens));
    }

    /** Decoding as said, or what inference is longer than the first token took; NaN when neither can be known. */
    private double decode() {
        double inference = get(Metric.SERVER_INFERENCE);
        return DoubleStream.of(
                        get(Metric.SERVER_DECODE),
                        inference - get(Metric.SERVER_PREFILL),
                        firstTokenWithQueue ? Double.NaN : inference - firstToken)
                .filter(millis -> !Double.isNaN(millis))
                .findFirst()
                .orElse(Double.NaN);
    }

    private double timeToFirstToken() {
        double queue = orZero(get(Metric.SERVER_QUEUE));
        return Double.isNaN(firstToken)
                ? queue + orZero(get(Metric.SERVER_LOAD)) + get(Metric.SERVER_PREFILL)
                : firstTokenWithQueue ? firstToken : queue + firstToken;
    }

    private double timePerFurtherToken(double decode, int outputTokens) {
        if (outputTokens >= 0 && outputTokens <= 1) {
            return Double.NaN;
        }
        return outputTokens > 1 && decode >= 0 ? decode / (outputTokens - 1) : perFurtherToken;
    }

    private boolean contradictsItself(double decode) {
        double sum = get(Metric.SERVER_PREFILL) + get(Metric.SERVER_DECODE);
        return decode < -SUM_TOLERANCE || Math.abs(sum - get(Metric.SERVER_INFERENCE)) > SUM_TOLERANCE + ROUNDING;
    }

    /** With only one formula that can be filled in, a value may still follow the other one. */
    private boolean perTokenFitsNothing(double decode, int outputTokens) {
        if (outputTokens <= 1) {
            return false;
        }
        double overAll = get(Metric.SERVER_INFERENCE) / outputTokens;
        double overFurther = decode / (outputTokens - 1);
        double tolerance = PER_TOKEN_TOLERANCE + SUM_TOLERANCE / outputTokens + ROUNDING;
        return perTokenSaid.stream().anyMatch(said -> {
            boolean further = said == perFurtherToken;
            return !Double.isNaN(further ? overFurther : overAll)
                    && !(Math.abs(said - overAll) <= tolerance)
                    && !(Math.abs(said - overFurther) <= tolerance);
        });
    }

    private static double orZero(double millis) {
        return Double.isNaN(millis) ? 0 : millis;
    }
}
