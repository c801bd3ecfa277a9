package io.github.llmperf.allure;

import io.github.llmperf.allure.RunStep.Result;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.text.VisibleText;
import io.github.llmperf.wording.EarlyEndText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The phases of one load: warm-up, measurement, and cooldown or drain; those that did not take place are left out. */
final class PhaseSteps {

    private final LoadRun run;
    private final SafeText safe;
    private final Map<RequestPhase, Long> sent = new EnumMap<>(RequestPhase.class);
    private final Map<RequestPhase, Long> failed = new EnumMap<>(RequestPhase.class);

    private PhaseSteps(LoadRun run, SafeText safe) {
        this.run = run;
        this.safe = safe;
        for (RequestRecord request : run.records()) {
            // What the run's own end cut off counts neither way.
            if (!request.cancelled()) {
                sent.merge(request.phase(), 1L, Long::sum);
                failed.merge(request.phase(), request.succeeded() ? 0L : 1L, Long::sum);
            }
        }
    }

    /** The phases in their order; none where nothing was sent. */
    static List<RunStep> of(LoadRun run, SafeText safe) {
        return new PhaseSteps(run, safe).steps();
    }

    private List<RunStep> steps() {
        RunTimes times = run.times();
        long opened = times.windowOpened();
        long closed = times.windowClosed();
        List<RunStep> steps = new ArrayList<>();
        if (opened > times.started() || sent(RequestPhase.WARMUP) > 0) {
            steps.add(step("warm-up", times.started(), opened, Result.PASSED, counts(RequestPhase.WARMUP)));
        }
        if (closed > opened || sent(RequestPhase.MEASURED) > 0) {
            steps.add(measurement(opened, closed));
        }
        if (times.ended() > closed || sent(RequestPhase.COOLDOWN) > 0) {
            steps.add(last(closed));
        }
        return steps;
    }

    private RunStep measurement(long opened, long closed) {
        Map<String, String> facts = counts(RequestPhase.MEASURED);
        run.early().ifPresent(end -> facts.put("ended early", VisibleText.text(safe.of(EarlyEndText.of(end)))));
        Result result =
                switch (run.end()) {
                    case NOTHING_SUCCEEDED -> Result.BROKEN;
                    case LIMIT_BROKEN, OVERRUN -> Result.FAILED;
                    case INTERRUPTED, GENERATOR_FAILED -> Result.INVALID;
                    case COMPLETED, MAX_DURATION -> Result.PASSED;
                };
        return step("measurement", opened, closed, result, facts);
    }

    private RunStep last(long closed) {
        boolean cooldown = sent(RequestPhase.COOLDOWN) > 0;
        Map<String, String> facts = cooldown ? counts(RequestPhase.COOLDOWN) : new LinkedHashMap<>();
        if (run.inFlightAtEnd() > 0) {
            facts.put("cut off", Integer.toString(run.inFlightAtEnd()));
        }
        return step(cooldown ? "cooldown" : "drain", closed, run.times().ended(), Result.PASSED, facts);
    }

    private RunStep step(String name, long from, long to, Result result, Map<String, String> facts) {
        return new RunStep(name, run.wallClock(from), run.wallClock(to), result, facts, List.of());
    }

    private Map<String, String> counts(RequestPhase phase) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("requests", Long.toString(sent(phase)));
        facts.put("failed", Long.toString(failed.getOrDefault(phase, 0L)));
        return facts;
    }

    private long sent(RequestPhase phase) {
        return sent.getOrDefault(phase, 0L);
    }
}
