package io.github.llmperf.wording;

import io.github.llmperf.verdict.NotAccepted;
import io.github.llmperf.verdict.NotAccepted.OthersNamed;
import io.github.llmperf.verdict.NotAccepted.Use;
import io.github.llmperf.verdict.NotAccepted.UsedUp;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why a reason does not accept a test, in words. */
final class AcceptanceText {

    private static final String KEY = "llmperf.baseline.accept";

    /** Enough of a commit to find it. */
    private static final int SHORT = 12;

    private AcceptanceText() {}

    /** Returns what accepts a test, as a shell reads it. */
    static String option(String test) {
        return "-D" + KEY + "=\"" + test + "=reason\"";
    }

    static String of(NotAccepted why) {
        if (why instanceof OthersNamed others) {
            return "not accepted: " + KEY + " names " + String.join(", ", others.named()) + ", but not this test, "
                    + others.test();
        }
        if (why instanceof UsedUp spent) {
            return usedUp(spent);
        }
        throw MissingWording.of(why);
    }

    /** Those of this commit are named together: one command then accepts them all. */
    private static String usedUp(UsedUp spent) {
        String uses = spent.uses().stream().map(AcceptanceText::use).collect(Collectors.joining(", "));
        String named = Stream.concat(spent.uses().stream().filter(Use::current).map(Use::test), Stream.of(spent.test()))
                .distinct()
                .map(test -> test + "=reason")
                .collect(Collectors.joining(";"));
        return "not accepted: the reason \"" + spent.reason() + "\" has accepted " + uses
                + ", and a reason holds for one test and the commit it was given on. If this is meant too, name each test"
                + " with a reason of its own: -D" + KEY + "=\"" + named + "\"";
    }

    private static String use(Use use) {
        return use.test()
                + use.commit()
                        .map(commit -> " (commit " + commit.substring(0, Math.min(SHORT, commit.length())) + ")")
                        .orElse("");
    }
}
