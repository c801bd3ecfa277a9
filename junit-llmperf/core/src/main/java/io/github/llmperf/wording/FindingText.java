package io.github.llmperf.wording;

import io.github.llmperf.verdict.Finding;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** A finding as one sentence that stands on its own. */
@API(status = Status.INTERNAL, since = "0.1")
public final class FindingText {

    private FindingText() {}

    /**
     * Says a finding.
     *
     * @return the sentence, without a stop
     */
    public static String of(Finding finding) {
        if (finding instanceof Finding.Sla sla) {
            return LimitText.of(sla);
        }
        if (finding instanceof Finding.Comparison comparison) {
            return ComparisonText.of(comparison);
        }
        if (finding instanceof Finding.Uncompared uncompared) {
            return uncompared.measure() + " is guarded, but is not compared: " + lack(uncompared.why());
        }
        if (finding instanceof Finding.NotComparable none) {
            return MissingReferenceText.of(none.gap());
        }
        if (finding instanceof Finding.Validity validity) {
            boolean doubted =
                    validity.status() == Finding.Status.NOTE && validity.cause().isDoubt();
            return CauseText.of(validity.cause()) + (doubted ? "; it cannot have changed the verdict" : "");
        }
        if (finding instanceof Finding.Fault fault) {
            return RunFailureText.of(fault.breakdown());
        }
        if (finding instanceof Finding.Overrun overrun) {
            return EarlyEndText.of(overrun.why());
        }
        if (finding instanceof Finding.Capacity capacity) {
            return new CapacityText(capacity.outcome(), capacity.limits()).sentence();
        }
        if (finding instanceof Finding.Note note) {
            return RemarkText.of(note.remark());
        }
        throw MissingWording.of(finding);
    }

    private static String lack(Finding.Uncompared.Lack why) {
        return switch (why) {
            case NO_SAMPLES -> "neither this run nor a stored one has samples";
            case FEW_PAIRS -> "fewer than 2 pairs have enough samples of it";
        };
    }
}
