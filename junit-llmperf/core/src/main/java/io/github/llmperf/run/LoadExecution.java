package io.github.llmperf.run;

import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.machine.SharedMachine;
import io.github.llmperf.verdict.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What sending the loads of a test brought back.
 *
 * @param loads for each load that began, its repetitions, one at least; without requests when the probe failed. There are
 *     fewer than planned when a stage ended early
 * @param server what the server said of itself meanwhile
 * @param fault the verdict of a target that does not answer a single request; empty when the load took place
 * @param other loads of a second target, in their order; empty where there is none, or its turn never came
 */
record LoadExecution(List<List<LoadRun>> loads, ServerLog server, Optional<Judgement> fault, List<LoadRun> other) {

    /** Returns what is left of a load that was not sent, because its target does not answer. */
    static LoadExecution nothing(Judgement fault, long now) {
        LoadRun run = new LoadRun(
                Instant.now(),
                new RunTimes(now, now, now, now),
                List.of(),
                0,
                Health.unknown(),
                LoadRun.End.NOTHING_SUCCEEDED);
        return new LoadExecution(List.of(List.of(run)), ServerLog.NOTHING, Optional.of(fault), List.of());
    }

    /** Returns whether everything was sent that was to be, so that another trial would tell something. */
    boolean endedAsPlanned() {
        return fault.isEmpty()
                && loads.stream().flatMap(List::stream).allMatch(run -> run.end()
                        .isAsPlanned());
    }

    /** Returns this execution as one that was to be followed by another trial, which an interrupt prevented. */
    LoadExecution interrupted() {
        return new LoadExecution(each(LoadRun::interrupted), server, fault, other);
    }

    /** Returns this execution with what the machine says of its load generator. */
    LoadExecution on(SharedMachine machine) {
        UnaryOperator<LoadRun> seen = run -> run.with(machine.health().apply(run.health()));
        return new LoadExecution(
                each(seen), server, fault, other.stream().map(seen).toList());
    }

    private List<List<LoadRun>> each(UnaryOperator<LoadRun> change) {
        return loads.stream().map(runs -> runs.stream().map(change).toList()).toList();
    }
}
