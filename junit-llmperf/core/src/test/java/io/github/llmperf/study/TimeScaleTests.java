package io.github.llmperf.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.report.matrix.StudyTexts;
import io.github.llmperf.settings.Setting;
import io.github.llmperf.settings.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeScaleTests {

    @ParameterizedTest
    @CsvSource({
        "duration, 5m, 15000ms",
        "timeout, 60s, 3000ms",
        "thinkTime, 1s..5s, 50ms..250ms",
        "thinkTime, exp(2s), exp(100ms)",
        "ramp, 10 every 30s, 10 every 1500ms",
        "warmup, 30s, 1500ms",
        "warmup, 2, 2",
        "spawnRate, 1.0, 20",
        "requestRate, 32/s, 640/s",
        "requestRate, inf, inf",
        "timeout, soon, soon",
        "timeout, .5s, .5s",
        "timeout, 1.5s, 75ms",
        "requestRate, 1.2.3/s, 1.2.3/s",
        "users, 4, 4"
    })
    void makesTimesShorterAndRatesHigher(String name, String written, String scaled) {
        Settings settings = new Settings(Map.of(name, new Setting("here", List.of(written))));

        assertThat(new TimeScale(20).applied(settings).get(name).orElseThrow().single())
                .isEqualTo(scaled);
    }

    @Test
    void leavesEverythingAsItIsByDefault() {
        Map<String, Setting> all = new LinkedHashMap<>();
        all.put("timeout", new Setting("here", List.of("60s")));
        all.put("stages", new Setting("here", List.of("5 users for 1m")));
        Settings settings = new Settings(all);

        assertThat(new TimeScale(1).applied(settings)).isSameAs(settings);
    }

    @Test
    void refusesWhatItCannotConvert() {
        Settings staged = new Settings(Map.of("stages", new Setting("@LlmLoad(stages)", List.of("5 users for 1m"))));

        assertThatThrownBy(() -> new TimeScale(2).applied(staged))
                .hasMessage("@LlmLoad(stages): stages must not stand beside @LlmStudy with a timeScale;"
                        + " write a row for each");
        assertThatThrownBy(() -> TimeScale.of(new Setting("llmperf.study.timeScale", List.of("0"))))
                .hasMessage("llmperf.study.timeScale: timeScale must be above 0, as in 20, but is 0");
    }

    @ParameterizedTest
    @CsvSource({"14.6, 15", "99.4, 99", "290, 290", "294, 290", "1234, 1200", "44321, 44000", "60000, 60000", "0, 0"})
    void roundsAsLocustPrints(double ms, double printed) {
        assertThat(StudyTexts.locust(ms)).isEqualTo(printed);
    }
}
