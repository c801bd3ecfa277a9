package io.github.llmperf.report.text;

import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.wording.NextStepText;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The next step for a reader of a report. */
@API(status = Status.INTERNAL, since = "0.1")
public final class NextStep {

    private NextStep() {}

    /** The next step, as one sentence; empty where there is nothing to do. */
    public static String of(Report report) {
        SafeText safe = new SafeText(report);
        boolean recorded = report.plan().criteria().baseline().mode() == Mode.RECORD && report.mayBeStored();
        return safe.of(NextStepText.of(new NextStepText.Facts(
                report.judgement(),
                VisibleText.text(report.plan().scenario().withoutStage().displayName()),
                safe.of(report.plan().target().url()),
                Optional.ofNullable(report.plan().load().pairing())
                        .map(pairing -> new NextStepText.Second(pairing.name(), pairing.unit())),
                recorded,
                recorded && report.stored().accepted(),
                report.isFailedByGate() && !report.judgement().lacksBaseline(),
                report.measurement().requests().succeeded() > 0)));
    }
}
