package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a load of a search says when nothing of it succeeded. */
class CapacityRunTests {

    @ParameterizedTest
    @CsvSource({
        "SERVER_ERROR, BROKEN_DOWN",
        "TIMEOUT, BROKEN_DOWN",
        "OVERLOAD, BROKEN_DOWN",
        "AUTH, FAULT",
        "CONNECT, FAULT",
        "CANCELLED, FAULT"
    })
    void tellsABreakdownUnderTheLoadFromAFaultAlsoInTheWarmUp(FailureKind failure, CapacityRun.Kind kind) {
        RunFixture fixture = new RunFixture();
        fixture.records.replaceAll(record -> failed(record, failure));
        fixture.end = LoadRun.End.NOTHING_SUCCEEDED;
        LoadRun run = fixture.run();
        Judgement judgement = Judgement.fault(new RunFailure.Refused("nothing succeeded"));
        CapacityRun said =
                CapacityRun.of(8, fixture.plan.build(), run, Recorder.measure(fixture.plan.build(), run), judgement);
        assertThat(said).isEqualTo(new CapacityRun(8, kind, List.of(), Optional.of(judgement)));
    }

    private static RequestRecord failed(RequestRecord record, FailureKind kind) {
        return new RequestRecord(
                record.index(),
                record.user(),
                RequestPhase.WARMUP,
                record.turn(),
                record.promptChars(),
                record.maxNewTokens(),
                record.moments(),
                500,
                record.bytes(),
                0,
                0,
                record.answer(),
                Failure.of(kind, "told"));
    }
}
