package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.measure.server.Logs;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.report.html.HtmlRenderer;
import io.github.llmperf.report.model.LargeReports;
import io.github.llmperf.report.model.Reports;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The run of {@link Reports} goes from 5 s to 75 s of its clock, and is measured from 9 s to 71 s. */
class TimelineChartTests {

    /** A server of 80 readings, one each second, with two GPUs. */
    private static Logs server() {
        return Logs.of(80)
                .with(RawMetric.RUNNING, i -> 12)
                .with(RawMetric.WAITING, i -> i % 10)
                .with(RawMetric.KV_CACHE, i -> 50 + i % 40)
                .with(RawMetric.CPU_TIME, i -> 10 * i)
                .with(RawMetric.CPU_IDLE, i -> 7 * i)
                .gpu("0", i -> 90)
                .gpu("1", i -> 70);
    }

    private static String withServer() {
        return new TimelineSvg()
                .render(Reports.ofManyRequests()
                        .server(Reports.during(server().log()))
                        .build());
    }

    @Test
    void namesThePhasesAndTheTime() {
        assertThat(texts(withServer()))
                .contains("warm-up", "measured", "drain", "seconds since the start", "0", "10", "70");
    }

    @Test
    void shadesWhatIsNotMeasured() {
        String svg = withServer();

        List<Double> x = numbers(svg, "class=\"unmeasured\" x=\"([0-9.]+)\"");
        List<Double> width = numbers(svg, "class=\"unmeasured\"[^>]* width=\"([0-9.]+)\"");

        // 70 s are 840 wide: 4 s before the window, 4 s after it.
        assertThat(x).containsExactly(58., 850.);
        assertThat(width).containsExactly(48., 48.);
    }

    @Test
    void drawsADotForEachRequestAtItsTimeAndLatency() {
        String dots = match(withServer(), "class=\"dots\" d=\"([^\"]*)\"");

        assertThat(Pattern.compile("M").matcher(dots).results()).hasSize(140);
        assertThat(dots).startsWith("M58 ");
        assertThat(dots).contains("M64 ");
    }

    @Test
    void drawsManyRequestsAsAHeatMap() {
        String svg = new TimelineSvg().render(Reports.ofManyRequests(5000).build());

        // 120 columns of 7 and 36 rows of 5, from 100 ms to 1 s: 200 ms lies in the 11th from below, 800 ms in the
        // 33rd.
        assertThat(svg)
                .contains("<g class=\"cells\" transform=\"translate(58 54.5) scale(7 5)\""
                        + " shape-rendering=\"crispEdges\"><path d=\"M0 25h120M0 3h120\""
                        + " style=\"fill:none;stroke:var(--ttft)\"/></g>")
                .doesNotContain("class=\"dots\"");
        assertThat(texts(svg))
                .contains("ttft of requests; lines: p50, p90 of a sixtieth of the run", "1", "21 in a cell");
        assertThat(svg)
                .contains(
                        "ttft of 5,000 requests, from 200 ms to 800 ms, half of them within 200.1 ms, as a heat map with 21 in"
                                + " the fullest cell");
    }

    @Test
    void hasFewerColumnsWhereItIsNarrow() {
        String svg = new TimelineChart(Reports.ofManyRequests(5000).build(), Palette.STYLED, 344)
                .draw("narrow")
                .toString();

        assertThat(svg).contains("scale(3.7333 5)", "d=\"M0 25h60M0 3h60\"");
        assertThat(texts(svg)).contains("ttft", "42").noneMatch(text -> text.contains("lines"));
    }

    @Test
    void marksWhereMeasuringBeginsAndEndsOverTheCells() {
        // 4 s and 66 s of 70 s.
        assertThat(withServer()).contains("class=\"edges\" d=\"M106 52V232M850 52V232\"");
    }

    @Test
    void drawsGapsBetweenTokensBelowTheRequests() {
        String svg = new TimelineSvg().render(LargeReports.ofRequests(2_000));

        assertThat(texts(svg))
                .contains("itl, gaps between tokens; lines: p50, p90, p99 of a sixtieth of the run")
                .containsOnlyOnce("Output tokens/s");
        assertThat(svg).contains("style=\"fill:none;stroke:var(--tpot)\"", "itl of 38,000 gaps, from ");
    }

    @Test
    void drawsPanelsForWhatTheServerSaid() {
        String svg = withServer();

        assertThat(texts(svg))
                .contains(
                        "Requests, here and at the server",
                        "in flight",
                        "running",
                        "waiting",
                        "KV cache in use",
                        "KV",
                        "GPU and CPU busy (thin: each GPU)",
                        "GPU",
                        "CPU",
                        "100 %");
    }

    @Test
    void leavesOutPanelsOfWhatWasNotSaid() {
        assertThat(texts(new TimelineSvg().render(Reports.ofManyRequests().build())))
                .contains("Requests in flight", "in flight")
                .noneMatch(text -> text.contains("server") || text.contains("GPU") || text.contains("KV"));
    }

    @Test
    void describesItselfToThoseWhoCannotSeeIt() {
        assertThat(withServer())
                .contains("role=\"img\" aria-labelledby=\"timeline-title timeline-desc\"")
                .contains("<title id=\"timeline-title\">The run over time</title>")
                .contains(
                        "70 s from the first request to the last; ttft of 140 requests, from 200 ms to 800 ms; requests in"
                                + " flight: most in a slice 2; output tokens a second: most in a slice 877.7; no request failed")
                .contains(
                        "; requests running: mean 12, most 12 requests; requests waiting: mean 4.507, most 9 requests")
                .contains("; GPU busy: mean 80, most 80 %; CPU busy: mean 30, most 30 %.");
    }

    @Test
    void followsTheViewersScheme() {
        assertThat(withServer())
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 ")
                .contains("@media (prefers-color-scheme:dark)")
                .doesNotContain("<script");
    }

    @Test
    void drawsPercentilesOnlyWhereThereAreEnoughRequests() {
        assertThat(texts(new TimelineSvg().render(Reports.ofManyRequests(5000).build())))
                .contains("p50", "p90");
        assertThat(texts(new TimelineSvg().render(Reports.ofManyRequests(240).build())))
                .contains("p50")
                .doesNotContain("p90");
    }

    @Test
    void drawsWhatFailedByKind() {
        String svg = new TimelineSvg().render(Reports.passed().build());

        assertThat(texts(svg)).contains("Failed", "3 OVERLOAD");
        // The 17th of 60 slices of 14, on an axis to 1 that is 56 high.
        assertThat(svg)
                .containsPattern("<rect class=\"failed\" x=\"283.4\" y=\"[0-9.]+\" width=\"11.2\" height=\"56\"")
                .contains("; failed: 3 OVERLOAD");
    }

    @Test
    void stacksTheCommonestKindsOfFailureAndCountsTheOthersTogether() {
        String svg = new TimelineSvg().render(LargeReports.failing(1_000));

        assertThat(texts(svg)).contains("Failed", "400 TIMEOUT", "300 OVERLOAD", "200 SERVER_ERROR", "100 other");
        assertThat(svg).contains("failed: 400 TIMEOUT, 300 OVERLOAD, 200 SERVER_ERROR, 60 STREAM_ERROR, 40 TRUNCATED");
    }

    @Test
    void namesFailuresInRowsWhereItIsNarrow() {
        String wide = new TimelineSvg().render(LargeReports.failing(1_000));
        String narrow = new TimelineChart(LargeReports.failing(1_000), Palette.STYLED, 344)
                .draw("narrow")
                .toString();

        assertThat(texts(narrow)).contains("400 TIMEOUT", "300 OVERLOAD", "200 SERVER_ERROR", "100 other");
        assertThat(numbers(wide, "class=\"key\" x=\"[0-9.]+\" y=\"([0-9.]+)\"").stream()
                        .distinct())
                .hasSize(1);
        assertThat(numbers(narrow, "class=\"key\" x=\"[0-9.]+\" y=\"([0-9.]+)\"").stream()
                        .distinct())
                .hasSize(2);
        assertThat(numbers(narrow, "class=\"failed\"[^>]* y=\"([0-9.]+)\""))
                .as("bars stand below the names")
                .allMatch(y -> y
                        > numbers(narrow, "class=\"key\" x=\"[0-9.]+\" y=\"([0-9.]+)\"")
                                .get(3));
    }

    @Test
    void tellsTrialsFromTheTimeBetweenThem() {
        long second = 1_000_000_000L;
        ServerView twoTrials = ServerView.of(
                ServerLog.NOTHING,
                List.of(
                        Logs.run(5 * second, 9 * second, 30 * second, 32 * second),
                        Logs.run(45 * second, 47 * second, 71 * second, 75 * second)));
        String svg = new TimelineSvg()
                .render(Reports.ofManyRequests().server(twoTrials).build());

        assertThat(texts(svg).stream().filter("measured"::equals)).hasSize(2);
        assertThat(texts(svg)).contains("warm-up", "between", "drain");
        // From 5 s to 75 s 840 are drawn: 9, 30, 47 and 71 s.
        assertThat(svg).contains("class=\"edges\" d=\"M106 52V232M358 52V232M562 52V232M850 52V232\"");
    }

    @Test
    void saysThatNothingFailed() {
        assertThat(texts(new TimelineSvg().render(Reports.ofManyRequests().build())))
                .contains("No request failed")
                .doesNotContain("Failed");
    }

    @Test
    void drawsTokensOfTheServerBesideThoseThatArrivedHere() {
        Logs logs = Logs.of(80).with(RawMetric.GENERATED_TOKENS, i -> 500 * i);

        String svg = new TimelineSvg()
                .render(Reports.ofManyRequests()
                        .server(Reports.during(logs.log()))
                        .build());

        assertThat(texts(svg)).contains("Output tokens/s, here and at the server", "here", "server");
    }

    @Test
    void leavesOutTokensWhereNoneArrived() {
        assertThat(texts(new TimelineSvg().render(LargeReports.failing(10))))
                .noneMatch(text -> text.startsWith("Output tokens"));
    }

    @Test
    void drawsManyGpusAsTheRangeBetweenLeastAndMostBusy() {
        Logs logs = Logs.of(80);
        for (int i = 0; i < 64; i++) {
            int gpu = i;
            logs.gpu("%02d".formatted(i), second -> 20 + gpu);
        }
        String svg = new TimelineSvg()
                .render(Reports.ofManyRequests()
                        .server(Reports.during(logs.log()))
                        .build());

        assertThat(texts(svg)).contains("GPU busy (shade: range of 64 GPUs)");
        assertThat(Pattern.compile("class=\"band\"").matcher(svg).results()).hasSize(1);
    }

    @Test
    void saysWhereNothingSucceeded() {
        String svg = new TimelineSvg().render(Reports.withoutSuccess().build());

        assertThat(texts(svg)).contains("No request succeeded");
    }

    @Test
    void keepsEveryPointInsideThePicture() {
        List<Double> coordinates = Pattern.compile(" d=\"M([^\"]*)\"")
                .matcher(withServer())
                .results()
                .flatMap(path ->
                        Pattern.compile("-?[0-9.]+").matcher(path.group(1)).results())
                .map(MatchResult::group)
                .map(Double::valueOf)
                .toList();

        assertThat(coordinates).isNotEmpty().allSatisfy(at -> assertThat(at).isBetween(0., 960.));
    }

    @Test
    void standsInThePageWideAndNarrow() {
        String page = new HtmlRenderer()
                .render(Reports.ofManyRequests()
                        .server(Reports.during(server().log()))
                        .build());

        assertThat(page)
                .contains("<h2>The run over time</h2>", "id=\"timeline-wide-title\"", "id=\"timeline-narrow-title\"")
                .contains("viewBox=\"0 0 344 ");
    }

    private static List<Double> numbers(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> Double.valueOf(found.group(1)))
                .toList();
    }

    private static String match(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    private static List<String> texts(String svg) {
        return Pattern.compile("<text[^>]*>([^<]*)</text>")
                .matcher(svg)
                .results()
                .map(text -> text.group(1))
                .toList();
    }
}
