package io.github.llmperf.wording;

import io.github.llmperf.baseline.LineWarning;
import io.github.llmperf.baseline.LineWarning.Fault;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What is wrong with a stored line, in words. */
@API(status = Status.INTERNAL, since = "0.1")
public final class LineWarningText {

    private LineWarningText() {}

    /**
     * Says what is wrong, and what to do.
     *
     * @return one or more sentences
     */
    public static String of(LineWarning warning) {
        return warning.file() + " line " + warning.line() + fault(warning.fault());
    }

    private static String fault(Fault fault) {
        if (fault instanceof LineWarning.Newer) {
            return " was written by a newer version of junit-llmperf and is not used; it stays in the file. Upgrade to"
                    + " use it.";
        }
        if (fault instanceof LineWarning.Damaged damaged) {
            return " is damaged (" + damaged.how()
                    + ") and is not used; all other lines are. Restore the line from git or delete it.";
        }
        if (fault instanceof LineWarning.InFuture future) {
            return ": startedAt is " + future.startedAt()
                    + ", which is in the future; the run counts as one that followed the line before it. Set the clock of"
                    + " the machine that recorded it, and correct the date.";
        }
        if (fault instanceof LineWarning.OtherHash hash) {
            return ": comparable.hash is " + hash.stated() + ", but its fields come to " + hash.counted()
                    + "; the fields count. Restore the line from git, or correct the hash if the change is meant.";
        }
        if (fault instanceof LineWarning.NoHistogram none) {
            return ": histograms." + none.metric().jsonName()
                    + " cannot be read or has no samples; the values count. Restore the line from git.";
        }
        if (fault instanceof LineWarning.OtherValue other) {
            String unit = " " + other.measure().metric().unit().symbol();
            return ": " + other.measure() + " is " + Numbers.number(other.value()) + unit
                    + ", but its histogram says " + Numbers.number(other.counted()) + unit
                    + "; the value counts. Restore the line from git, or delete its histogram if the change is meant.";
        }
        throw MissingWording.of(fault);
    }
}
