package io.github.llmperf.allure;

import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.Stage;
import io.qameta.allure.model.Status;
import io.qameta.allure.model.StepResult;
import java.util.ArrayList;
import java.util.List;

/** The steps of a run in Allure's own terms. */
final class AllureSteps {

    private AllureSteps() {}

    static List<StepResult> of(List<RunStep> steps) {
        return new ArrayList<>(steps.stream().map(AllureSteps::of).toList());
    }

    private static StepResult of(RunStep step) {
        List<Parameter> parameters = new ArrayList<>();
        step.facts()
                .forEach((name, value) ->
                        parameters.add(new Parameter().setName(name).setValue(value)));
        return new StepResult()
                .setName(step.name())
                .setStatus(status(step.result()))
                .setStage(Stage.FINISHED)
                .setStart(step.start().toEpochMilli())
                .setStop(step.stop().toEpochMilli())
                .setParameters(parameters)
                .setSteps(of(step.parts()));
    }

    private static Status status(RunStep.Result result) {
        return switch (result) {
            case PASSED -> Status.PASSED;
            case FAILED -> Status.FAILED;
            case INVALID -> Status.SKIPPED;
            case BROKEN -> Status.BROKEN;
        };
    }
}
