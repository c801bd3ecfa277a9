package io.github.llmperf.report.text;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How a verdict or a status looks: always a sign beside the colour, so that colour alone says nothing. */
@API(status = Status.INTERNAL, since = "0.1")
public enum Tone {
    GOOD("✓", "#d7f0de", "#0b4a22"),
    OPEN("?", "#fdeec2", "#5c4300"),
    BAD("✗", "#fbdcd8", "#7a1210"),
    VOID("!", "#e4e1f5", "#37286f"),
    PLAIN("·", "#eceff3", "#333b46");

    private final String sign;
    private final String background;
    private final String foreground;

    Tone(String sign, String background, String foreground) {
        this.sign = sign;
        this.background = background;
        this.foreground = foreground;
    }

    public static Tone of(Verdict verdict) {
        return switch (verdict) {
            case PASS, IMPROVED -> GOOD;
            case NO_BASELINE, UNDECIDED -> OPEN;
            case REGRESSION, SLA_VIOLATED, ERROR -> BAD;
            case INVALID -> VOID;
        };
    }

    public static Tone of(Finding finding) {
        return switch (finding.status()) {
            case MET -> GOOD;
            case NOTE -> PLAIN;
            case UNDECIDED -> OPEN;
            case BROKEN -> finding.verdict() == Verdict.INVALID ? VOID : BAD;
        };
    }

    public String sign() {
        return sign;
    }

    public String background() {
        return background;
    }

    public String foreground() {
        return foreground;
    }

    public String cssClass() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
