package io.github.llmperf.baseline;

import io.github.llmperf.metric.Verdict;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * No stored run can be compared with a run.
 *
 * @param file where one was looked for
 * @param why why there is none
 * @param ended whether there will be one from now on, since this run is recorded, or tagged as the anchor
 */
@API(status = Status.INTERNAL, since = "0.1")
public record NoRuns(String file, Why why, boolean ended) {

    /** Why nothing stored can be compared with. */
    public sealed interface Why {}

    /**
     * The file cannot be read.
     *
     * @param said what the system says
     */
    public record Unreadable(String said) implements Why {}

    /** Lines are there, but each is damaged or of a newer version. */
    public record NoLineUsable() implements Why {}

    /**
     * The test has runs in other environments.
     *
     * @param known their names
     * @param asked the environment of this run
     */
    public record OtherEnvironment(SortedSet<String> known, String asked) implements Why {

        /** Copies the names. */
        public OtherEnvironment {
            known = Collections.unmodifiableSortedSet(new TreeSet<>(known));
        }
    }

    /**
     * Nothing is stored.
     *
     * @param renamed where comparable runs of another test lie, if any
     */
    public record NoneYet(Optional<Renamed> renamed) implements Why {}

    /**
     * Comparable runs of a test that may be this one under the name it had before.
     *
     * @param source what must be moved, a path as it is shown
     * @param target where to
     */
    public record Renamed(BaselineRun.TestName before, String source, String target) {}

    /** Nothing but this run itself is stored. */
    public record NoOther() implements Why {}

    /** Nothing but a run of this very build is stored. */
    public record OnlyOfThisBuild() implements Why {}

    /**
     * Comparable runs are stored, but each is one that no run should be compared with.
     *
     * @param test name by which a reason accepts it
     */
    public record NotGoodEnough(String test, SortedMap<Verdict, Integer> verdicts) implements Why {

        /** Says it of some runs of a test, one at least. */
        static NotGoodEnough of(List<BaselineRun> runs) {
            SortedMap<Verdict, Integer> verdicts = new TreeMap<>();
            runs.forEach(run -> verdicts.merge(run.verdict(), 1, Integer::sum));
            return new NotGoodEnough(runs.get(0).test().withoutStage().displayName(), verdicts);
        }

        /** Copies the numbers. */
        public NotGoodEnough {
            verdicts = Collections.unmodifiableSortedMap(new TreeMap<>(verdicts));
        }
    }

    /**
     * What was asked for is not what it was.
     *
     * @param differences from the run that differs least
     */
    public record Changed(List<Difference> differences) implements Why {

        /** Copies the list. */
        public Changed {
            differences = List.copyOf(differences);
        }
    }

    /**
     * No run carries the tag.
     *
     * @param known tags that runs carry
     */
    public record NotTagged(SortedSet<String> known) implements Why {

        /** Copies the tags. */
        public NotTagged {
            known = Collections.unmodifiableSortedSet(new TreeSet<>(known));
        }
    }

    /**
     * What carries the tag is older than a run that was accepted since.
     *
     * @param when that run started
     * @param reason for which it was accepted
     */
    public record AcceptedSince(Instant when, String reason) implements Why {}
}
