package io.github.llmperf.measure;

import static io.github.llmperf.load.TestRecord.sentAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.measure.Note.CutByMaxDuration.Planned;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CountsAndNotesTests {

    @Test
    void countsFailuresByKindWithTheFirstAsExample() {
        RequestCounts counts = TestRun.of(
                        sentAt(0).answeredAfter(1),
                        sentAt(1).endsAt(2).failed(FailureKind.TIMEOUT),
                        sentAt(2).endsAt(3).failed(FailureKind.OVERLOAD),
                        sentAt(3).endsAt(4).failed(FailureKind.TIMEOUT))
                .measure()
                .requests();

        assertThat(counts.attempted()).isEqualTo(4);
        assertThat(counts.succeeded()).isEqualTo(1);
        assertThat(counts.failed()).isEqualTo(3);
        assertThat(counts.failures()).hasSize(2);
        assertThat(counts.failures().get(FailureKind.TIMEOUT).count()).isEqualTo(2);
        assertThat(counts.failures().get(FailureKind.TIMEOUT).example().message())
                .isEqualTo("request of 1 ms");
    }

    @Test
    void countsWhatThisMachineFailedAsNoErrorOfTheServer() {
        Measurement measurement = TestRun.of(
                        sentAt(0).answeredAfter(1),
                        sentAt(1).endsAt(2).failed(FailureKind.GENERATOR),
                        sentAt(2).endsAt(3).failed(FailureKind.GENERATOR))
                .measure();

        assertThat(measurement.requests().attempted()).isEqualTo(1);
        assertThat(measurement.requests().failed()).isZero();
        assertThat(measurement.requests().failures().get(FailureKind.GENERATOR).count())
                .isEqualTo(2);
        assertThat(measurement.value(Measure.parse("errorRate"))).hasValue(0);
        assertThat(measurement.samples(Measure.parse("responseTime.max"))).isEqualTo(1);
    }

    @Test
    void countsReplacedConnectionsApart() {
        assertThat(TestRun.of(sentAt(0).answeredAfter(1).staleRetry(), sentAt(1).answeredAfter(1))
                        .measure()
                        .requests()
                        .staleRetries())
                .isEqualTo(1);
    }

    @Test
    void notesThatManyRequestsHadToBeRepeated() {
        assertThat(TestRun.of(sentAt(0).answeredAfter(1).staleRetry(), sentAt(1).answeredAfter(1))
                        .measure()
                        .notes())
                .contains(new Note.SentOnceMore(1, 2));
    }

    @Test
    void addsUpTokensOfMeasuredSuccesses() {
        TokenCounts tokens = TestRun.of(
                        sentAt(0).answeredAfter(1).prompt(9, 30).output(7, 1).cached(4),
                        sentAt(1).answeredAfter(1).prompt(9, 20).output(5, 1).cached(0),
                        sentAt(1).answeredAfter(1).prompt(9, 20).output(5, 1).failed(FailureKind.TRUNCATED),
                        sentAt(1).answeredAfter(1).prompt(9, 20).output(5, 1).warmup(true))
                .measure()
                .tokens();

        assertThat(tokens)
                .isEqualTo(new TokenCounts(
                        50, 12, 4, TokensFrom.USAGE, TokenCounts.Continued.NONE, new TokenCounts.Streamed(2, 0, 0)));
    }

    @Test
    void countsTurnsThatGoOnApart() {
        TokenCounts tokens = TestRun.of(
                        sentAt(0).answeredAfter(1).prompt(9, 30).cached(4),
                        sentAt(1).turn(2).answeredAfter(1).prompt(9, 60).cached(40),
                        sentAt(2).turn(3).answeredAfter(1).prompt(9, 90),
                        sentAt(3)
                                .turn(2)
                                .answeredAfter(1)
                                .prompt(9, 90)
                                .cached(40)
                                .failed(FailureKind.TRUNCATED),
                        sentAt(4)
                                .turn(2)
                                .answeredAfter(1)
                                .prompt(9, 90)
                                .cached(40)
                                .warmup(true))
                .measure()
                .tokens();

        assertThat(tokens)
                .isEqualTo(new TokenCounts(180, 3, 44, TokensFrom.USAGE, new TokenCounts.Continued(2, 150, 40)));
    }

    @Test
    void saysWhenNobodyTellsOfCachedTokens() {
        assertThat(TestRun.of(sentAt(0).answeredAfter(1)).measure().tokens().cached())
                .isEqualTo(-1);
    }

    @Test
    void takesTheLeastTrustworthySourceOfTokens() {
        assertThat(TestRun.of(
                                sentAt(0).answeredAfter(1),
                                sentAt(0).answeredAfter(1).from(TokensFrom.EVENTS),
                                sentAt(0).answeredAfter(1).from(TokensFrom.OBJECTS))
                        .measure()
                        .tokens()
                        .from())
                .isEqualTo(TokensFrom.EVENTS);
    }

    @Test
    void percentilesOfLimitsCountFailuresAsInfinite() {
        TestRecord[] records = IntStream.range(0, 100)
                .mapToObj(i -> i < 91
                        ? sentAt(0).answeredAfter(i + 1)
                        : sentAt(0).endsAt(1).failed(FailureKind.OVERLOAD))
                .toArray(TestRecord[]::new);
        Measurement measurement = TestRun.of(records).measure();

        assertThat(measurement.limited(Measure.parse("ttft.p90")).orElseThrow()).isCloseTo(90, withinPercentage(.1));
        assertThat(measurement.limited(Measure.parse("ttft.p95"))).hasValue(Double.POSITIVE_INFINITY);
        assertThat(measurement.limited(Measure.parse("ttft.mean"))).hasValue(46);
        assertThat(measurement.value(Measure.parse("ttft.p95")).orElseThrow()).isCloseTo(87, withinPercentage(.1));
        assertThat(measurement.samples(Measure.parse("ttft.p95"))).isEqualTo(100);
        assertThat(measurement.samples(Measure.parse("ttft"))).isEqualTo(91);
    }

    @Test
    void survivesARunWithoutARecord() {
        Measurement measurement =
                TestRun.of().window(0, 0).endedAt(0).endedBy(End.INTERRUPTED).measure();

        assertThat(measurement.rates()).isEmpty();
        assertThat(measurement.distributions()).isEmpty();
        assertThat(measurement.wholeRun().requestRate()).isZero();
    }

    @Nested
    class Notes {

        @Test
        void areAbsentFromAnOrdinaryRun() {
            assertThat(TestRun.of(sentAt(0).tokensAt(10, 20, 30)).measure().notes())
                    .isEmpty();
        }

        @Test
        void sayWhenThereWereFewerRequestsThanUsers() {
            assertThat(TestRun.of(sentAt(0).answeredAfter(9))
                            .plan(TestPlan.users(3).requests(1))
                            .measure()
                            .notes())
                    .containsExactly(new Note.IdleUsers(1, 3));
        }

        @Test
        void sayWhenTokensAreCountedEvents() {
            assertThat(TestRun.of(sentAt(0).tokensAt(9, 19).from(TokensFrom.EVENTS))
                            .measure()
                            .notes())
                    .containsExactly(new Note.EventsCounted());
        }

        @Test
        void sayWhatCameInOnePiece() {
            assertThat(TestRun.of(
                                    sentAt(0).tokensAt(10, 10, 10),
                                    sentAt(0).tokensAt(10, 20, 30),
                                    sentAt(0).tokensAt(10))
                            .measure()
                            .notes())
                    .containsExactly(new Note.InOnePiece(1, 3));
        }

        @Test
        void sayHowManyTokensAnEventCarried() {
            assertThat(TestRun.of(sentAt(0).tokensAt(10, 20).output(5, 20))
                            .measure()
                            .notes())
                    .containsExactly(new Note.TokensPerEvent(2.5));
        }

        @Test
        void sayWhenManyEventsCameTogether() {
            assertThat(TestRun.of(sentAt(0).tokensAt(10, 20, 30, 40, 50).coalesced(1))
                            .measure()
                            .notes())
                    .containsExactly(new Note.Bursts(.25));
        }

        @Test
        void sayWhenPromptTokensArePartlyUnknown() {
            assertThat(TestRun.of(
                                    sentAt(0).answeredAfter(1).prompt(9, 3),
                                    sentAt(0).answeredAfter(1))
                            .measure()
                            .notes())
                    .containsExactly(new Note.PromptTokensUnknown(1, 2));
        }

        @Test
        void sayWhenUsageExceedsWhatWasAskedByMoreThanTheEndMark() {
            assertThat(TestRun.of(
                                    sentAt(0).answeredAfter(9).output(130, 9),
                                    sentAt(0).answeredAfter(9).output(21, 9).asking(19),
                                    sentAt(0).answeredAfter(9).output(129, 9),
                                    sentAt(0).answeredAfter(9).output(130, 9).warmup(true))
                            .measure()
                            .notes())
                    .contains(new Note.MoreThanAsked(2));
            assertThat(TestRun.of(sentAt(0).answeredAfter(9).output(129, 9))
                            .measure()
                            .notes())
                    .noneMatch(Note.MoreThanAsked.class::isInstance);
        }

        @Test
        void tellEachOddityOfTheAnswersOnceWithItsNumber() {
            assertThat(TestRun.of(
                                    sentAt(0).answeredAfter(9).warned("length_not_forced", "odd"),
                                    sentAt(0).answeredAfter(9).warned("length_not_forced"),
                                    sentAt(0).answeredAfter(9),
                                    sentAt(0).answeredAfter(9).warned("odd").warmup(true),
                                    sentAt(0)
                                            .endsAt(9)
                                            .failed(FailureKind.TIMEOUT)
                                            .warned("odd"))
                            .measure()
                            .notes())
                    .containsExactly(new Note.Oddity("length_not_forced", 2, 3), new Note.Oddity("odd", 1, 3));
        }

        @Test
        void sayHowTheRunEnded() {
            TestRecord record = sentAt(0).answeredAfter(9);

            assertThat(TestRun.of(record).endedBy(End.MAX_DURATION).measure().notes())
                    .containsExactly(new Note.CutByMaxDuration(1, Planned.REQUESTS));
            assertThat(TestRun.of(record)
                            .plan(TestPlan.users(1).duration(Duration.ofHours(1)))
                            .endedBy(End.MAX_DURATION)
                            .measure()
                            .notes())
                    .containsExactly(new Note.CutByMaxDuration(1, Planned.DURATION));
            assertThat(TestRun.of(record)
                            .endedBy(End.NOTHING_SUCCEEDED)
                            .measure()
                            .notes())
                    .containsExactly(new Note.NothingSucceeded(1, 1));
            assertThat(TestRun.of(record).endedBy(End.INTERRUPTED).measure().notes())
                    .containsExactly(new Note.Interrupted(1));
        }
    }
}
