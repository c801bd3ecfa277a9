package io.github.llmperf.bench.verdict;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Draws curves on axes of normal scores, on which a rule that separates two normal distributions is a straight line. */
final class DetChart {

    private static final int SIZE = 460;
    private static final int LEFT = 62;
    private static final int TOP = 44;
    private static final int LEGEND = 330;
    private static final double LEAST = .0005;
    private static final double MOST = .98;
    private static final double[] TICKS = {.001, .01, .05, .1, .2, .5, .8, .95};
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Told apart on white and on black, also by those who do not see all colours; lines beyond them are dashed. */
    private static final List<String> COLOURS =
            List.of("#0a84c6", "#d9480f", "#2b8a3e", "#a047b8", "#b08900", "#c2255c", "#5c7cfa", "#868e96");

    private DetChart() {}

    static String draw(String title, List<DetCurve> curves) {
        StringBuilder svg = new StringBuilder(head(title));
        for (double tick : TICKS) {
            svg.append(grid(tick));
        }
        for (int i = 0; i < curves.size(); i++) {
            svg.append(curve(curves.get(i), i)).append(legend(curves.get(i).name(), i));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String head(String title) {
        return String.format(
                Locale.ROOT,
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="12">
                <title>%s</title>
                <style>
                text { fill: #222 } .grid { stroke: #ccc } .page { fill: #fff }
                @media (prefers-color-scheme: dark) { text { fill: #ddd } .grid { stroke: #444 } .page { fill: #16181c } }
                </style>
                <rect class="page" width="100%%" height="100%%"/>
                <text x="%d" y="20" font-size="14">%s</text>
                <text x="%d" y="%d" text-anchor="middle">unchanged builds that fail, %%</text>
                <text transform="translate(14 %d) rotate(-90)" text-anchor="middle">slowed builds that pass, %%</text>
                """,
                LEFT + SIZE + LEGEND,
                TOP + SIZE + 48,
                title,
                LEFT,
                title,
                LEFT + SIZE / 2,
                TOP + SIZE + 38,
                TOP + SIZE / 2);
    }

    private static String grid(double tick) {
        String label = String.format(Locale.ROOT, tick < .01 ? "%.1f" : "%.0f", 100 * tick);
        double x = x(tick);
        double y = y(tick);
        return String.format(
                Locale.ROOT,
                """
                <path class="grid" d="M%.1f %dV%d M%d %.1fH%d" fill="none"/>
                <text x="%.1f" y="%d" text-anchor="middle">%s</text><text x="%d" y="%.1f" text-anchor="end">%s</text>
                """,
                x,
                TOP,
                TOP + SIZE,
                LEFT,
                y,
                LEFT + SIZE,
                x,
                TOP + SIZE + 18,
                label,
                LEFT - 6,
                y + 4,
                label);
    }

    private static String curve(DetCurve curve, int number) {
        String path = curve.points().stream()
                .map(point -> String.format(Locale.ROOT, "%.1f %.1f", x(point.alarms()), y(point.misses())))
                .collect(Collectors.joining("L", "M", ""));
        return String.format(
                Locale.ROOT,
                """
                <path d="%s" fill="none" %s/>
                <circle cx="%.1f" cy="%.1f" r="4.5" fill="%s"/>
                """,
                path,
                stroke(number),
                x(curve.used().alarms()),
                y(curve.used().misses()),
                colour(number));
    }

    private static String legend(String name, int number) {
        int x = LEFT + SIZE + 16;
        int y = TOP + 10 + 22 * number;
        String escaped = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return String.format(
                Locale.ROOT,
                "<path d=\"M%d %dh24\" %s/><text x=\"%d\" y=\"%d\" font-size=\"11\">%s</text>%n",
                x,
                y,
                stroke(number),
                x + 30,
                y + 4,
                escaped);
    }

    private static String stroke(int number) {
        boolean own = number < 3;
        boolean dashed = number >= COLOURS.size();
        return "stroke=\"" + colour(number) + "\" stroke-width=\"" + (own ? "3" : "1.5") + "\""
                + (dashed ? " stroke-dasharray=\"5 3\"" : "");
    }

    private static String colour(int number) {
        return COLOURS.get(number % COLOURS.size());
    }

    private static double x(double share) {
        return LEFT + SIZE * score(share);
    }

    private static double y(double share) {
        return TOP + SIZE * (1 - score(share));
    }

    /** Returns the place of a share between both ends of an axis; what lies beyond is drawn at the end. */
    private static double score(double share) {
        double low = NORMAL.inverseCumulativeProbability(LEAST);
        double high = NORMAL.inverseCumulativeProbability(MOST);
        double inside = Math.min(Math.max(share, LEAST), MOST);
        return (NORMAL.inverseCumulativeProbability(inside) - low) / (high - low);
    }
}
