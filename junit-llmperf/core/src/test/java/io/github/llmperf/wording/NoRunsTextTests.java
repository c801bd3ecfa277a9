package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.BaselineRun.TestName;
import io.github.llmperf.baseline.Difference;
import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.baseline.NoRuns.Why;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Reference;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NoRunsTextTests {

    private static final Reference ANCHOR = Reference.anchor("v1.2");
    private static final String RECORD = "record one with -Dllmperf.baseline=record";
    private static final String TAG = "tag a run with -Dllmperf.baseline=record -Dllmperf.baseline.tag=v1.2";

    private static String rolling(Why why) {
        return NoRunsText.of(Reference.STORED_RUNS, new NoRuns("x.jsonl", why, false));
    }

    private static String ofAnchor(Why why) {
        return NoRunsText.of(ANCHOR, new NoRuns("x.jsonl", why, false));
    }

    @Test
    void saysThatAFileCannotBeRead() {
        assertThat(rolling(new NoRuns.Unreadable("access denied")))
                .isEqualTo(ofAnchor(new NoRuns.Unreadable("access denied")))
                .isEqualTo("baseline x.jsonl could not be read (access denied); make it readable");
    }

    @Test
    void saysThatNoLineCanBeUsed() {
        assertThat(rolling(new NoRuns.NoLineUsable()))
                .isEqualTo("no line of x.jsonl can be used; restore it from git, or " + RECORD);
    }

    @Test
    void namesTheEnvironmentsThatHaveRuns() {
        assertThat(rolling(new NoRuns.OtherEnvironment(new TreeSet<>(Set.of("laptop", "default")), "ci")))
                .isEqualTo("environment changed from default or laptop to ci; set llmperf.environment to default or"
                        + " laptop to compare with those runs, or " + RECORD);
    }

    @Test
    void saysHowToStoreTheFirstRun() {
        assertThat(rolling(new NoRuns.NoneYet(Optional.empty()))).isEqualTo("none stored yet in x.jsonl; " + RECORD);
        assertThat(rolling(new NoRuns.NoOther())).isEqualTo("no other run is stored in x.jsonl; " + RECORD);
        assertThat(rolling(new NoRuns.OnlyOfThisBuild()))
                .isEqualTo("only this build's own first run is stored; later builds are compared with it");
    }

    @Test
    void saysHowToMoveTheRunsOfARenamedTest() {
        assertThat(rolling(new NoRuns.NoneYet(Optional.of(new NoRuns.Renamed(
                        new TestName("com.acme.OldTest", "chats", "single"),
                        "baselines/default/com.acme.OldTest",
                        "baselines/default/com.acme.Test/chats/users=20,prompt=rag.jsonl")))))
                .isEqualTo("none stored yet in x.jsonl; comparable runs lie under com.acme.OldTest.chats[single];"
                        + " renamed? move its runs: git mv baselines/default/com.acme.OldTest"
                        + " 'baselines/default/com.acme.Test/chats/users=20,prompt=rag.jsonl', or " + RECORD);
    }

    @Test
    void countsRunsThatAreNotGoodEnough() {
        Why why = new NoRuns.NotGoodEnough(
                "RagTest.load", new TreeMap<>(Map.of(Verdict.REGRESSION, 2, Verdict.INVALID, 1)));

        assertThat(rolling(why))
                .isEqualTo(
                        "no run in x.jsonl is good enough to compare with: REGRESSION (2), INVALID (1); record a good"
                                + " one with -Dllmperf.baseline=record, or accept this one by adding"
                                + " -Dllmperf.baseline.accept=\"RagTest.load=reason\"");
        assertThat(ofAnchor(why))
                .isEqualTo("no run tagged v1.2 in x.jsonl is good enough to compare with: REGRESSION (2), INVALID (1); "
                        + TAG);
    }

    @Test
    void namesWhatChanged() {
        Why why = new NoRuns.Changed(
                List.of(new Difference("model", "qwen2.5-7b", "llama-3"), new Difference("label tp", "", "2")));

        assertThat(rolling(why))
                .isEqualTo("nothing comparable in x.jsonl: model changed from qwen2.5-7b to llama-3, label tp changed"
                        + " from unset to 2; undo the change, or " + RECORD);
        assertThat(ofAnchor(why))
                .isEqualTo("nothing tagged v1.2 in x.jsonl is comparable: model changed from qwen2.5-7b to llama-3,"
                        + " label tp changed from unset to 2; undo the change, or " + TAG);
    }

    @Test
    void namesTheTagsThereAre() {
        assertThat(ofAnchor(new NoRuns.NotTagged(new TreeSet<>())))
                .isEqualTo("no run in x.jsonl is tagged v1.2; " + TAG);
        assertThat(ofAnchor(new NoRuns.NotTagged(new TreeSet<>(Set.of("v1.1", "v1.0")))))
                .isEqualTo("no run in x.jsonl is tagged v1.2 (tags there are: v1.0, v1.1); " + TAG);
    }

    @Test
    void namesTheAcceptanceThatIsNewerThanTheTag() {
        assertThat(ofAnchor(new NoRuns.AcceptedSince(Instant.parse("2026-03-01T23:59:00Z"), "larger model")))
                .isEqualTo(
                        "what is tagged v1.2 in x.jsonl is older than the run accepted on 2026-03-01 (larger model); "
                                + TAG);
    }

    @Test
    void saysThatThereWillBeOneFromNowOn() {
        assertThat(NoRunsText.of(
                        Reference.STORED_RUNS, new NoRuns("x.jsonl", new NoRuns.NoneYet(Optional.empty()), true)))
                .isEqualTo("none stored yet in x.jsonl; this run is recorded");
        assertThat(NoRunsText.of(ANCHOR, new NoRuns("x.jsonl", new NoRuns.NotTagged(new TreeSet<>()), true)))
                .isEqualTo("no run in x.jsonl is tagged v1.2; this run is tagged v1.2");
    }

    @Test
    void saysWhatKeepsSeriesOfOneTimeApart() {
        assertThat(DifferenceText.apart(List.of(new Difference("label gpu", "A100", "H100"))))
                .isEqualTo("label gpu is H100, not A100");
    }
}
