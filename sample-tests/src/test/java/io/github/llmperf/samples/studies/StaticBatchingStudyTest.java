package io.github.llmperf.samples.studies;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Api;
import io.github.llmperf.Baseline;
import io.github.llmperf.Cache;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmStudy;
import io.github.llmperf.Sla;
import io.github.llmperf.StudyResult;
import io.github.llmperf.StudyRow;
import io.github.llmperf.Toggle;
import io.github.llmperf.Window;
import io.github.llmperf.simulator.SimulatedLlm;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * A published study of static batching behind a queue: users who wait one to five seconds between their requests, on servers
 * that answer one request after the other or four together, as DJL Serving does. A batch waits until it is full, or for a
 * second, and lasts as long as its longest answer; what has been given up is served all the same. The study was made with
 * Locust, so everything from the first user on is measured, and latencies are rounded as it rounds them.
 *
 * <p>Pauses, times and rates stand here as in the study; the clock of the servers goes {@value #TIME_SCALE} times as fast.
 */
@Tag("scenarios")
@SimulatedLlm(
        name = "1xg4dn-accelerate-20",
        labels = {"gpu=g4dn", "instances=1", "batching=none"},
        profile = "djl-accelerate-g4dn",
        api = Api.DJL_INVOCATIONS,
        meanOutputTokens = StaticBatchingStudyTest.LONG,
        timeScale = StaticBatchingStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "1xg4dn-accelerate-10",
        labels = {"gpu=g4dn", "instances=1", "batching=none"},
        profile = "djl-accelerate-g4dn",
        api = Api.DJL_INVOCATIONS,
        meanOutputTokens = StaticBatchingStudyTest.LONG,
        timeScale = StaticBatchingStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "1xg4dn-accelerate",
        labels = {"gpu=g4dn", "instances=1", "batching=none"},
        profile = "djl-accelerate-g4dn",
        api = Api.DJL_INVOCATIONS,
        meanOutputTokens = StaticBatchingStudyTest.LONG,
        timeScale = StaticBatchingStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "1xg5-accelerate",
        labels = {"gpu=g5", "instances=1", "batching=none"},
        profile = "djl-accelerate-g5",
        api = Api.DJL_INVOCATIONS,
        meanOutputTokens = StaticBatchingStudyTest.LONG,
        timeScale = StaticBatchingStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "1xg4dn-deepspeed",
        labels = {"gpu=g4dn", "instances=1", "batching=4"},
        profile = "djl-deepspeed-g4dn",
        api = Api.DJL_INVOCATIONS,
        meanOutputTokens = StaticBatchingStudyTest.LONG,
        timeScale = StaticBatchingStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "1xg5-deepspeed",
        labels = {"gpu=g5", "instances=1", "batching=4"},
        profile = "djl-deepspeed-g5",
        api = Api.DJL_INVOCATIONS,
        meanOutputTokens = StaticBatchingStudyTest.LONG,
        timeScale = StaticBatchingStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "4xg4dn-deepspeed",
        labels = {"gpu=g4dn", "instances=4", "batching=4"},
        profile = "djl-deepspeed-g4dn",
        instances = 4,
        api = Api.DJL_INVOCATIONS,
        meanOutputTokens = StaticBatchingStudyTest.LONG,
        timeScale = StaticBatchingStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "4xg5-deepspeed",
        labels = {"gpu=g5", "instances=4", "batching=4"},
        profile = "djl-deepspeed-g5",
        instances = 4,
        api = Api.DJL_INVOCATIONS,
        meanOutputTokens = StaticBatchingStudyTest.LONG,
        timeScale = StaticBatchingStudyTest.TIME_SCALE)
@LlmStudy(
        value = "djl-batching",
        title = "Static batching behind a queue",
        timeScale = StaticBatchingStudyTest.TIME_SCALE,
        locustRounding = true)
@Baseline(Toggle.OFF)
class StaticBatchingStudyTest {

    static final double TIME_SCALE = 20;

    /** Answers are as long as the prompt files say. */
    static final int LONG = 4096;

    @BeforeAll
    static void writePrompts() throws IOException {
        StudyPrompts.writeStaticBatching();
    }

    @LlmLoad(
            thinkTime = "1s..5s",
            duration = "5m",
            timeout = "60s",
            window = Window.WHOLE_RUN,
            stream = Toggle.OFF,
            cache = Cache.SHARED)
    @Sla(errorRate = "100%")
    void row() {}

    @AfterAll
    static void conclude(StudyResult study) {
        StudyRow drowning = study.row("target=1xg4dn-accelerate-20");
        StudyRow batched = study.row("target=1xg4dn-deepspeed", "users=20", prompt("deepspeed-1"), "maxNewTokens=512");
        study.conclude(
                "Without batching a server of one request at a time drowns in 20 users, with it none of theirs fails",
                drowning.measured("failed") > .9 * drowning.measured("attempted") && batched.measured("failed") == 0,
                "%.0f of %.0f requests failed without, %.0f of %.0f with it"
                        .formatted(
                                drowning.measured("failed"),
                                drowning.measured("attempted"),
                                batched.measured("failed"),
                                batched.measured("attempted")));
        ratio(
                study,
                "Batching carries five to ten times the requests",
                5,
                10,
                row(study, "1xg4dn-deepspeed", 3, 512, 20),
                row(study, "1xg4dn-accelerate", 3, 512, 4));
        ratio(
                study,
                "A g5 gives about 175 % of a g4dn",
                1.6,
                1.9,
                row(study, "1xg5-deepspeed", 3, 512, 20),
                row(study, "1xg4dn-deepspeed", 3, 512, 20));
        double longer = row(study, "1xg4dn-accelerate", 1, 512, 4).measured("responseTime.p50")
                / row(study, "1xg4dn-accelerate", 1, 32, 4).measured("responseTime.p50");
        double longerPrompt = row(study, "1xg4dn-accelerate", 3, 32, 4).measured("responseTime.p50")
                / row(study, "1xg4dn-accelerate", 1, 32, 4).measured("responseTime.p50");
        study.conclude(
                "The length of the answer decides the time, that of the prompt hardly",
                longer > 5 && longerPrompt < 1.5,
                "up to 16 times the answer takes %.1f times as long, 49 times the prompt %.2f times, without batching"
                        .formatted(longer, longerPrompt));
        double one = row(study, "1xg5-deepspeed", 2, 512, 20).measured("responseTime.p50");
        double four = row(study, "4xg5-deepspeed", 2, 512, 20).measured("responseTime.p50");
        study.conclude(
                "Short answers get slower with four instances, whose batches no longer fill",
                four > one,
                "p50 %.0f ms with one, %.0f ms with four".formatted(one, four));
        if (study.isComplete()) {
            assertThat(study.insideShare())
                    .as(() -> String.join("\n", study.outside()))
                    .isGreaterThanOrEqualTo(.85);
        }
    }

    private static void ratio(StudyResult study, String says, double least, double most, StudyRow row, StudyRow base) {
        double ratio = row.measured("requestRate") / base.measured("requestRate");
        study.conclude(says, ratio >= least && ratio <= most, "%.2f times, %s over %s".formatted(ratio, row, base));
    }

    private static StudyRow row(StudyResult study, String target, int prompt, int maxNewTokens, int users) {
        String engine = target.substring(target.indexOf('-') + 1);
        return study.row(
                "target=" + target, prompt(engine + "-" + prompt), "maxNewTokens=" + maxNewTokens, "users=" + users);
    }

    private static String prompt(String name) {
        return "prompt=" + StudyPrompts.file(name);
    }
}
