package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.client.socket.Unread;
import io.github.llmperf.protocol.FailureKind;
import org.junit.jupiter.api.Test;

class HealthTests {

    @Test
    void ofTwoRunsIsTheWorseOfEachFigureAndAllPauses() {
        Health one = Healths.of(1, 20, 30, .1, .9, .2, .01, 2);
        Health other = Healths.of(2, 10, 10, .3, .4, .1, .02, 2);

        assertThat(one.with(new AnswerWaits(new Unread(1, 5, 9), 2))
                        .worse(other.with(new AnswerWaits(new Unread(2, 4, 8), 3)))
                        .waits())
                .isEqualTo(new AnswerWaits(new Unread(2, 5, 9), 5));
        assertThat(one.worse(other.with(new AnswerWaits(new Unread(2, 4, 8), 3)))
                        .waits())
                .isEqualTo(new AnswerWaits(new Unread(2, 4, 8), 3));
        assertThat(one.worse(other)).isEqualTo(Healths.of(2, 20, 40, .3, .9, .2, .02, 2));
        assertThat(other.worse(one)).isEqualTo(one.worse(other));
    }

    @Test
    void isUnknownWithoutARun() {
        Health unknown = Health.unknown();

        assertThat(unknown.canaryP99Ms()).isNaN();
        assertThat(unknown.cpu().process()).isNaN();
        assertThat(unknown.cpu().pressure()).isNaN();
        assertThat(unknown.cpu().count()).isPositive();
    }

    @Test
    void countsEventsThatCameTogetherInMeasuredSuccessfulRequestsOnly() {
        CoalescedEvents events = new CoalescedEvents();
        assertThat(events.part()).isNaN();

        events.add(
                TestRecord.sentAt(0).tokensAt(10, 20, 30, 40, 50).coalesced(1).build());
        events.add(TestRecord.sentAt(0).tokensAt(10).build());
        events.add(TestRecord.sentAt(0)
                .tokensAt(10, 20, 30, 40, 50)
                .coalesced(4)
                .warmup(true)
                .build());
        events.add(TestRecord.sentAt(0)
                .tokensAt(10, 20, 30, 40, 50)
                .coalesced(4)
                .failed(FailureKind.TRUNCATED)
                .build());

        assertThat(events.part()).isEqualTo(.25);
    }
}
