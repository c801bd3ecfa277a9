package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.SeveralTargetsTests.TwoServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A published table that is run row by row: its servers state 10 and 20 ms a token, twice that by the study's clock. */
class StudyTests {

    private static @Nullable StudyResult seen;

    @TempDir
    Path directory;

    @LlmTarget(from = TwoServers.class)
    @LlmStudy(value = "two-servers", title = "Two servers", timeScale = 2)
    @Baseline(Toggle.OFF)
    static class StudyTestCase {
        @LlmLoad(requests = 4, warmup = "0", timeout = "60s")
        void row() {}

        @AfterAll
        static void conclude(StudyResult study) {
            seen = study;
            study.conclude(
                    "the slow one takes twice as long",
                    study.row("target=slow").measured("serverTpot")
                            == 2 * study.row("users=1").measured("serverTpot"),
                    "20 and 40 ms");
            study.conclude("pigs <fly>", false, "");
        }
    }

    @Test
    void runsTheRowsAndTellsHowNearTheyCame() {
        LoadTestKit run = LoadTestKit.run(directory, StudyTestCase.class, Map.of());

        assertThat(run.displayNames())
                .containsExactly(
                        "target=fast, users=1, prompt=chat, maxNewTokens=128",
                        "target=slow, users=2, prompt=chat, maxNewTokens=128");
        StudyResult study = Objects.requireNonNull(seen);
        assertThat(study.isComplete()).isTrue();
        assertThat(study.row("target=fast").measured("serverTpot")).isCloseTo(20, within(.1));
        assertThat(study.row("target=slow").published("serverTpot")).isEqualTo(15);
        assertThat(study.insideShare()).isEqualTo(5 / 6.);
        assertThat(study.outside())
                .singleElement()
                .asString()
                .startsWith("slow: serverTpot 4")
                .endsWith(", published 15 ms");
        assertThat(run.written("result.json")).contains("\"timeout\" : \"30s\"");
        String page = run.written("study.html");
        assertThat(page)
                .contains("Two servers", "83 % inside", "5 of 6 published numbers are reproduced within their bounds.")
                .contains("pigs &lt;fly&gt;", "not drawn: not like the other")
                .contains("<span class=\"tag good\">true</span> the slow one takes twice as long");
        assertThat(run.written("study.csv").lines())
                .first()
                .isEqualTo("target,users,succeeded [requests],succeeded published [requests],serverTpot [ms],serverTpot"
                        + " published [ms],serverTpot.p50 [ms],serverTpot.p50 published [ms],verdict");
    }

    @Test
    void asksForRowsByTheirSettings() {
        LoadTestKit.run(directory, StudyTestCase.class, Map.of());
        StudyResult study = Objects.requireNonNull(seen);

        assertThat(study.rows("users=2")).hasSize(1);
        assertThat(study.rows("users=3")).isEmpty();
        assertThatThrownBy(() -> study.row("users=3"))
                .hasMessage("settings must be those of one row, but users=3 are those of none");
        assertThatThrownBy(() -> study.row("users")).hasMessageContaining("must be written as in \"users=20\"");
        assertThatThrownBy(() -> study.row("users=2").published("ttft"))
                .hasMessage("study must have published ttft of \"slow\", but has not");
        assertThatThrownBy(() -> study.row("users=2").measured("speed")).hasMessageContaining("metric must be one of");
    }

    @LlmTarget(from = TwoServers.class)
    @LlmStudy("missing")
    static class MissingTestCase {
        @LlmLoad
        void row() {}
    }

    @LlmTarget(url = "http://localhost:1")
    @LlmStudy("two-servers")
    static class OtherTargetTestCase {
        @LlmLoad
        void row() {}
    }

    @LlmTarget(from = TwoServers.class)
    @LlmStudy("two-servers")
    static class MatrixTestCase {
        @LlmLoad(maxNewTokens = {1, 2})
        void row() {}
    }

    @LlmTarget(from = TwoServers.class)
    @LlmStudy(value = "two-servers", timeScale = 2)
    static class LimitTestCase {
        @LlmLoad
        @Sla(ttft = "3s")
        void row() {}
    }

    @Test
    void refusesWhatCannotBeRun() {
        assertThat(refusal(MissingTestCase.class))
                .isEqualTo(
                        "@LlmStudy on MissingTestCase: study file 'missing' must be llmperf/studies/missing.csv on the"
                                + " test class path, or a file, but there is neither; create one, or correct the name");
        assertThat(refusal(OtherTargetTestCase.class))
                .isEqualTo("study file 'two-servers' line 3 must have a target of the class, which has one without a"
                        + " name, but has \"fast\"; name it in @LlmTarget(name = …) or remove it");
        assertThat(refusal(MatrixTestCase.class))
                .isEqualTo(
                        "study file 'two-servers' line 3 must be one load, but attributes with several values make it"
                                + " 2; write them as columns of the file");
        assertThat(refusal(LimitTestCase.class))
                .startsWith(
                        "@Sla(ttft) on LimitTestCase.row: ttft must not stand beside @LlmStudy with timeScale 2.0,");
    }

    @LlmTarget(from = TwoServers.class)
    @LlmStudy("two-servers")
    static class SearchTestCase {
        @LlmLoad
        @LlmCapacity(users = "1..4")
        @Sla(ttft = "3s")
        void row() {}
    }

    @LlmTarget(from = TwoServers.class)
    @LlmStudy("two-servers")
    static class TwoTestsTestCase {
        @LlmLoad
        void row() {}

        @LlmLoad
        void other() {}
    }

    @LlmTarget(from = TwoServers.class)
    @LlmStudy("two-servers")
    static class AroundTestCase {
        @Nested
        class Inner {
            @LlmLoad
            void row() {}
        }
    }

    @Test
    void refusesWhatRowsCannotStandBeside() {
        assertThat(refusal(SearchTestCase.class))
                .isEqualTo("@LlmCapacity on SearchTestCase.row must not stand beside @LlmStudy, whose rows say how much"
                        + " load there is; search in a class of its own");
        assertThat(refusal(TwoTestsTestCase.class))
                .isEqualTo("@LlmStudy must stand on a class with one load test, which runs the rows, but"
                        + " TwoTestsTestCase has 2; move the others to a class of their own");
        assertThat(refusal(AroundTestCase.class))
                .isEqualTo("@LlmStudy must stand on a class with one load test, which runs the rows, but stands around"
                        + " Inner; move it to that class");
        assertThat(LoadTestKit.run(directory, StudyTestCase.class, Map.of("llmperf.users", "5"))
                        .refuses())
                .hasMessage(
                        "llmperf.users: users must not be set for study file 'two-servers', whose rows say it; remove"
                                + " it, or change the file");
    }

    private String refusal(Class<?> testCase) {
        return String.valueOf(
                LoadTestKit.run(directory, testCase, Map.of()).refuses().getMessage());
    }

    @Test
    void writesNothingWhereNothingRan() {
        LoadTestKit run = LoadTestKit.run(directory, StudyTestCase.class, Map.of("llmperf.enabled", "false"));

        assertThat(Files.exists(run.output())).isFalse();
    }
}
