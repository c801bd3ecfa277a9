package io.github.llmperf.run;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.plan.LoadPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * One start of the server, and the loads sent to it.
 *
 * @param execution what was sent
 * @param measurements what each load amounts to, in the order of the loads
 */
record Trial(LoadExecution execution, List<Measurement> measurements) {

    static Trial of(List<LoadPlan> plans, LoadExecution execution) {
        List<Measurement> measurements = new ArrayList<>();
        for (int i = 0; i < execution.loads().size(); i++) {
            measurements.add(Recorder.measure(plans.get(i), execution.loads().get(i)));
        }
        return new Trial(execution, measurements);
    }
}
