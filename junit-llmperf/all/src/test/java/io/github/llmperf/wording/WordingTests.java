package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.baseline.LineWarning;
import io.github.llmperf.corpus.Scenes;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Profiler;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.verdict.Cause;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.MissingReference;
import io.github.llmperf.verdict.NotAccepted;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.Remark.WhyNot;
import io.github.llmperf.verdict.RunFailure;
import io.github.llmperf.verdict.ServerExplanation;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** There are words for each fact that the judge can find; what they are is tested beside the rules. */
class WordingTests {

    private static final Measure TTFT = Measure.parse("ttft.p50");

    /** One of each kind that the scenes of the corpus do not show. */
    private static final List<Object> FURTHER = List.of(
            new Remark.ReasonElsewhere(new NotAccepted.OthersNamed("RagTest.load", List.of("ChatTest"))),
            new Cause.FailedHere(3, Failure.of(FailureKind.GENERATOR, "no file is left"), true),
            new Cause.CacheHits(900, 1000, 100, 10, .2),
            new Cause.Profiled(Profiler.VLLM),
            new MissingReference.NotMeasured(TTFT, Reference.STORED_RUNS, 3, MissingReference.NotMeasured.Span.WINDOW),
            new MissingReference.OtherModel(Reference.STORED_RUNS, List.of("a"), List.of("b")),
            new RunFailure.Refused("nobody is there"),
            new Remark.NotCompared(TTFT, WhyNot.NOT_STREAMED),
            new RunFailure.NotStarted(3, 8, "no GPU is left"),
            new Remark.PairsEndedEarly("canary"),
            new Remark.Line(new LineWarning("x.jsonl", 1, new LineWarning.Newer())),
            new Remark.Rerun(2, 0),
            new Remark.Retried(List.of(Judgement.fault(new RunFailure.Refused("busy")))),
            Remark.NotRetried.BUDGET,
            new Remark.Together(2, true),
            new Remark.Calibrated(),
            new Remark.TrialsCutShort("no port"),
            new Remark.OneTrial(Remark.OneTrial.Why.STAGES, OptionalInt.empty()),
            Remark.WithoutEffect.TRIALS_OF_PAIRS,
            new ServerExplanation.GpuBusy(97, 100, 101, 3),
            new ServerExplanation.GpuIdle(20, 3, false, OptionalDouble.of(95)),
            new ServerExplanation.CacheFull(99, 2),
            new ServerExplanation.QueueGrew(List.of(1., 2., 3., 4.)),
            new ServerExplanation.MetricsUnread("http://x", 1, 2, "404"),
            new ServerExplanation.MetricsUnknown("http://x", 2, 1),
            new ServerExplanation.Profiler("it did not start"));

    private static String words(Object fact) {
        if (fact instanceof Cause cause) {
            return CauseText.of(cause);
        }
        if (fact instanceof MissingReference gap) {
            return MissingReferenceText.of(gap);
        }
        if (fact instanceof RunFailure breakdown) {
            return RunFailureText.of(breakdown);
        }
        if (fact instanceof Remark remark) {
            return RemarkText.of(remark);
        }
        return ServerText.of((ServerExplanation) fact);
    }

    private static Object fact(Finding finding) {
        if (finding instanceof Finding.Validity validity) {
            return validity.cause();
        }
        if (finding instanceof Finding.NotComparable none) {
            return none.gap();
        }
        if (finding instanceof Finding.Fault fault) {
            return fault.breakdown();
        }
        return finding instanceof Finding.Note note ? note.remark() : finding;
    }

    @Test
    void hasWordsForEachFact() {
        Set<Class<?>> said = new HashSet<>();
        Scenes.all().stream()
                .flatMap(report -> report.judgement().findings().stream())
                .forEach(finding -> {
                    assertThat(FindingText.of(finding)).isNotBlank();
                    said.add(fact(finding).getClass());
                });
        for (Object fact : FURTHER) {
            assertThat(words(fact)).isNotBlank();
            said.add(fact.getClass());
        }

        assertThat(said)
                .containsAll(Stream.of(
                                Cause.class,
                                MissingReference.class,
                                RunFailure.class,
                                Remark.class,
                                ServerExplanation.class)
                        .flatMap(type -> Arrays.stream(type.getPermittedSubclasses()))
                        .filter(type -> type != Remark.Server.class && type != Remark.NotComparedEndedEarly.class)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void saysWhyAMeasureIsNotCompared(WhyNot rule) {
        assertThat(RemarkText.of(new Remark.NotCompared(TTFT, rule))).startsWith("ttft.p50 is not compared: ");
    }

    @Test
    void refusesAFactWithoutWords() {
        assertThatThrownBy(() -> {
                    throw MissingWording.of(Metric.TTFT);
                })
                .hasMessageStartingWith("no words for ");
    }
}
