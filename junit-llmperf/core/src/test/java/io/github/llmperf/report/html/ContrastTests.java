package io.github.llmperf.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.report.svg.HeatMap;
import io.github.llmperf.report.svg.Tint;
import io.github.llmperf.report.text.Tone;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text must be readable for weak eyes, and pictures for colour-blind ones, in both schemes. */
class ContrastTests {

    private static final double OF_TEXT = 4.5;

    /** Colours that words or lines have, on what they stand. */
    private static final List<String> TEXTS = List.of("ink", "muted", "e2e", "ttft", "tpot");

    private static final List<String> GROUNDS = List.of("surface", "page");

    /** Colours of areas and lines that no text stands on and none is written in. */
    private static final List<String> DRAWN = List.of("grid", "beyond");

    private static Map<String, String> scheme(boolean dark) {
        Map<String, String> colours = new LinkedHashMap<>();
        String sheet = Stylesheet.text();
        String[] parts = sheet.split("\n", 3);
        Pattern.compile("--([a-z0-9-]+):(#[0-9a-f]{6})")
                .matcher(parts[dark ? 1 : 0])
                .results()
                .forEach(colour -> colours.put(colour.group(1), colour.group(2)));
        return colours;
    }

    @Test
    void bothSchemesDefineTheSameColours() {
        assertThat(scheme(false).keySet())
                .hasSizeGreaterThan(15)
                .isEqualTo(scheme(true).keySet());
    }

    @Test
    void everyColourIsTextOrGroundOrDrawn() {
        Set<String> known = new TreeSet<>(TEXTS);
        known.addAll(GROUNDS);
        known.addAll(DRAWN);
        Set<String> pairs = new TreeSet<>(scheme(false).keySet());
        pairs.removeAll(known);

        assertThat(pairs).as("what is left is a ground and its ink").allSatisfy(name -> assertThat(scheme(false))
                .containsKey(name.endsWith("-ink") ? name.substring(0, name.length() - 4) : name + "-ink"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textIsReadableOnEveryGround(boolean dark) {
        Map<String, String> colours = scheme(dark);

        for (String ground : GROUNDS) {
            for (String text : TEXTS) {
                assertReadable(text + " on " + ground, colours.get(text), colours.get(ground));
            }
        }
        colours.forEach((name, ink) -> {
            if (name.endsWith("-ink")) {
                String ground = name.substring(0, name.length() - 4);
                assertReadable(name + " on " + ground, ink, colours.get(ground));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Tone.class)
    void verdictsAreReadableWhereThereIsNoStyleSheet(Tone tone) {
        assertReadable(tone.name(), tone.foreground(), tone.background());
    }

    /** Tints have no words, but each must be seen, and be told from its neighbours. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tintsGoInEvenStepsFromTheGround(boolean dark) {
        Map<String, String> colours = scheme(dark);
        for (String name : List.of("e2e", "ttft", "tpot")) {
            double[] lightness = new double[HeatMap.LEVELS];
            for (int level = 1; level <= HeatMap.LEVELS; level++) {
                lightness[level - 1] =
                        Wcag.lightness(Wcag.over(colours.get("surface"), colours.get(name), Tint.opacity(level)));
            }
            double step = (lightness[HeatMap.LEVELS - 1] - lightness[0]) / (HeatMap.LEVELS - 1);
            assertThat(Math.abs(step)).as(name).isGreaterThan(5);
            for (int level = 1; level < HeatMap.LEVELS; level++) {
                assertThat(lightness[level] - lightness[level - 1])
                        .as(name + " from level " + level)
                        .isEqualTo(step, within(.25 * Math.abs(step)));
            }
            double[] faintest = Wcag.over(colours.get("surface"), colours.get(name), Tint.opacity(1));
            assertThat(Math.abs(Wcag.lightness(faintest) - Wcag.lightness(Wcag.rgb(colours.get("surface")))))
                    .as(name + " at its faintest")
                    .isGreaterThan(10);
        }
    }

    @Test
    void contrastIsThatOfTheStandard() {
        assertThat(Wcag.contrast("#000000", "#ffffff")).isEqualTo(21, within(1e-9));
        assertThat(Wcag.contrast("#767676", "#ffffff")).isEqualTo(4.54, within(.01));
        assertThat(Wcag.contrast("#777777", "#ffffff")).isEqualTo(4.48, within(.01));
    }

    private static void assertReadable(String what, String text, String ground) {
        assertThat(Wcag.contrast(text, ground)).as(what).isGreaterThanOrEqualTo(OF_TEXT);
    }
}
