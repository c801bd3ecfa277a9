package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.wording.ReasonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is to blame where requests failed, and what to do about it. */
class FaultRuleTests {

    private static void assertVerdict(RunFixture run, Verdict verdict, String reason) {
        assertThat(ReasonText.of(run.judge())).isEqualTo(reason);
        assertThat(run.judge().verdict()).isEqualTo(verdict);
    }

    @Test
    void saysNothingOfTheServerWhenThisMachineFailedRequests() {
        RunFixture run = RunFixture.withStored(5);
        run.plan.limit("ttft.p90 <= 100ms");
        run.measurement.slower = 2;
        run.end = LoadRun.End.GENERATOR_FAILED;
        run.request(Failure.of(FailureKind.GENERATOR, "no file was free"));

        assertVerdict(
                run,
                Verdict.INVALID,
                "this machine failed 1 request, which is no error of the server: no file was free");
    }

    @Test
    void blamesAServerThatHangsForAllThatItTookOfThisMachine() {
        RunFixture run = RunFixture.withStored(5);
        run.end = LoadRun.End.OVERRUN;
        Failure noFile = Failure.of(FailureKind.GENERATOR, "no file was free");
        run.early = new EarlyEnd.PiledUp(1000, 3, noFile);
        run.request(noFile);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        assertThat(ReasonText.of(run.judge())).startsWith("1,000 requests had piled up unanswered");
    }

    @Test
    void blamesThisMachineAndNotTheTargetWhereNothingSucceeded() {
        RunFixture run = RunFixture.withoutBaseline();
        run.records.clear();
        run.end = LoadRun.End.GENERATOR_FAILED;
        for (int i = 0; i < 20; i++) {
            run.request(Failure.of(FailureKind.GENERATOR, "no file was free"), RequestPhase.WARMUP);
        }
        run.request(Failure.of(FailureKind.TIMEOUT, "slow"), RequestPhase.WARMUP);

        assertVerdict(
                run,
                Verdict.INVALID,
                "this machine failed 20 requests, which are no errors of the server: no file was free");
    }

    @Test
    void blamesTheTargetWhereItFailedMostRequests() {
        RunFixture run = RunFixture.withoutBaseline();
        run.records.clear();
        run.request(Failure.of(FailureKind.CONNECT, "refused"))
                .request(Failure.of(FailureKind.CONNECT, "refused"))
                .request(Failure.of(FailureKind.GENERATOR, "no port was free"));

        assertThat(run.judge().verdict()).isEqualTo(Verdict.ERROR);
    }

    @Test
    void namesTheCommonestCauseWhenNothingSucceeded() {
        RunFixture run = RunFixture.withStored(5);
        run.records.clear();
        for (int i = 0; i < 18; i++) {
            run.request(Failure.of(FailureKind.CONNECT, "connection refused"));
        }
        run.request(Failure.of(FailureKind.TIMEOUT, "no answer")).request(Failure.of(FailureKind.TIMEOUT, "no answer"));
        run.end = LoadRun.End.NOTHING_SUCCEEDED;
        run.measurement.requests = 20;
        run.measurement.failed = 20;
        run.health = Healths.of(12, 1, .95, .9, 2);

        assertVerdict(
                run,
                Verdict.ERROR,
                "nothing succeeded: all 20 requests failed, most often (18 times) with CONNECT: connection"
                        + " refused: start the server, or point llmperf.target.url / @LlmTarget(url) elsewhere");
    }

    @Test
    void blamesNoTargetThatWasAtWorkOnAnOlderRequestTillTheEnd() {
        RunFixture run = RunFixture.withoutBaseline();
        run.records.clear();
        run.request(Failure.of(FailureKind.CANCELLED, "cut off"));
        run.request(Failure.of(FailureKind.OVERLOAD, "full"));
        run.measurement.requests = 1;
        run.measurement.failed = 1;

        assertThat(run.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
    }

    @Test
    void blamesTheTargetWhereOnlyYoungerRequestsWereCutOff() {
        RunFixture run = RunFixture.withoutBaseline();
        run.records.clear();
        run.request(Failure.of(FailureKind.OVERLOAD, "full"));
        run.request(Failure.of(FailureKind.CANCELLED, "cut off"));
        run.measurement.requests = 1;
        run.measurement.failed = 1;

        assertThat(run.judge().verdict()).isEqualTo(Verdict.ERROR);
    }

    @Test
    void saysHowManyFailuresNoTableCounts() {
        RunFixture run = RunFixture.withoutBaseline();
        run.records.clear();
        for (int i = 0; i < 7; i++) {
            run.request(
                    Failure.of(FailureKind.CONNECT, "connection refused"),
                    i < 3 ? RequestPhase.WARMUP : RequestPhase.MEASURED);
        }
        run.end = LoadRun.End.NOTHING_SUCCEEDED;
        run.measurement.requests = 4;
        run.measurement.failed = 4;

        assertVerdict(
                run,
                Verdict.ERROR,
                "nothing succeeded: all 7 requests (3 of them in the warm-up) failed with CONNECT: connection refused:"
                        + " start the server, or point llmperf.target.url / @LlmTarget(url) elsewhere");
    }

    @Test
    void countsASingleCauseInTheSingular() {
        RunFixture run = RunFixture.withoutBaseline();
        run.records.clear();
        run.request(Failure.of(FailureKind.TIMEOUT, "no answer")).request(Failure.of(FailureKind.CONNECT, "refused"));

        assertThat(ReasonText.of(run.judge())).contains("failed, most often (1 time) with ");
    }

    @Test
    void keepsSecretsOutOfTheCause() {
        RunFixture run = RunFixture.withoutBaseline();
        run.plan.target = run.plan.target.withHeader("api-key", "sk-planted");
        run.records.clear();
        run.request(Failure.of(FailureKind.AUTH, "key sk-planted is unknown"));
        run.measurement.requests = 1;
        run.measurement.failed = 1;

        assertVerdict(
                run,
                Verdict.ERROR,
                "nothing succeeded: the only request failed with AUTH: the key is missing or refused by"
                        + " http://localhost:8000/v1/chat/completions (key *** is unknown): name the environment"
                        + " variable that holds it in apiKeyEnv");
    }

    @ParameterizedTest
    @CsvSource({
        "TIMEOUT, raise timeout",
        "LENGTH, shorten the prompt",
        "OVERLOAD, lower users",
        "BAD_REQUEST, 'check extraBody, model and api'",
        "SERVER_ERROR, server's log",
        "PROTOCOL, does not answer like api",
        "EMPTY_OUTPUT, has no output"
    })
    void saysWhatToDoAboutEachCause(FailureKind kind, String advice) {
        RunFixture run = RunFixture.withoutBaseline();
        run.records.clear();
        run.request(Failure.of(kind, "said so"));

        assertThat(ReasonText.of(run.judge()))
                .contains(kind + ": ", "(said so)")
                .contains(advice);
    }

    @Test
    void takesARunThatWasOnlyCutOffForInterruptedAndNotForDown() {
        RunFixture run = RunFixture.withoutBaseline();
        run.records.clear();
        run.request(Failure.of(FailureKind.CANCELLED, ""));
        run.end = LoadRun.End.INTERRUPTED;
        run.measurement.requests = 0;
        run.measurement.ttft = 1;

        assertVerdict(run, Verdict.INVALID, "run was interrupted after 31.5 s; run it again");
    }
}
