package io.github.llmperf.report.model;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How long the prompts or the answers of the measured requests were.
 *
 * @param name {@code prompt} or {@code output}
 * @param unit {@code tokens}, or {@code characters} where the server does not count
 * @param from who counted: {@code usage}, {@code objects}, {@code events}, or {@code characters}
 * @param samples one for each successful request; at least one
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Lengths(String name, String unit, String from, Distribution samples) {

    private static final String TOKENS = "tokens";
    private static final String CHARACTERS = "characters";

    /** Returns the lengths of prompts and answers; fewer where nothing is known. */
    public static List<Lengths> of(Report report) {
        List<Lengths> lengths = new ArrayList<>();
        Distribution prompts =
                report.measurement().distribution(Metric.PROMPT_TOKENS).orElseGet(Distribution::new);
        if (prompts.n() > 0) {
            lengths.add(new Lengths("prompt", TOKENS, TokensFrom.USAGE.jsonName(), prompts));
        } else {
            Distribution characters = characters(report);
            if (characters.n() > 0) {
                lengths.add(new Lengths("prompt", CHARACTERS, CHARACTERS, characters));
            }
        }
        report.measurement()
                .distribution(Metric.OUTPUT_TOKENS)
                .filter(outputs -> outputs.n() > 0)
                .ifPresent(outputs -> lengths.add(new Lengths(
                        "output", TOKENS, report.measurement().tokens().from().jsonName(), outputs)));
        return lengths;
    }

    /** Characters, which are known without the server: an estimate of tokens would be off by up to a third. */
    private static Distribution characters(Report report) {
        Distribution characters = new Distribution();
        boolean any = report.measurement().requests().succeeded() > 0;
        for (RequestRecord record : report.run().records()) {
            if (any && record.measured() && record.succeeded()) {
                characters.add(record.promptChars());
            }
        }
        return characters;
    }

    /** The title above the picture. */
    public String title() {
        return (name.equals("prompt") ? "Prompt " : "Output ") + unit;
    }

    /** The numbers in words. */
    public String words() {
        return "mean " + rounded(samples.mean()) + percentile(50) + percentile(99) + ", min " + rounded(samples.min())
                + ", max " + rounded(samples.max()) + " over " + Figures.count(samples.n(), "request");
    }

    private String percentile(double percentile) {
        double value = Percentiles.of(samples, Statistic.percentile(percentile));
        return Double.isNaN(value) ? "" : ", " + Statistic.percentile(percentile) + " " + rounded(value);
    }

    /** The source of the count if it is not the server; empty otherwise. */
    public String caveat() {
        return switch (from) {
            case CHARACTERS -> "The server does not count prompt tokens: these are characters.";
            case "events" -> "The server does not count output tokens: these are events of the stream, an estimate.";
            case "objects" -> "The server does not count output tokens: these are token objects in its answers.";
            default -> "";
        };
    }

    /** A length for readers: a whole number from ten on. */
    static String rounded(double length) {
        return Numbers.number(length >= 10 ? Math.rint(length) : Math.rint(length * 10) / 10);
    }
}
