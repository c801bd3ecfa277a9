package io.github.llmperf.verdict;

import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Why a reason that was given accepts nothing of a test. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface NotAccepted {

    /**
     * Other tests are named.
     *
     * @param test this one, as it can be named
     * @param named the names that were given
     */
    record OthersNamed(String test, List<String> named) implements NotAccepted {

        /** Copies the list. */
        public OthersNamed {
            named = List.copyOf(named);
        }
    }

    /**
     * The reason has accepted something else.
     *
     * @param reason as it was given
     * @param test this one, as it can be named
     * @param uses what it has accepted, one at least
     */
    record UsedUp(String reason, String test, List<Use> uses) implements NotAccepted {

        /** Copies the list. */
        public UsedUp {
            uses = List.copyOf(uses);
        }
    }

    /**
     * A run that was accepted.
     *
     * @param test as it can be named
     * @param commit of the tested sources; empty when unknown
     * @param current whether that is the commit of this run
     */
    record Use(String test, Optional<String> commit, boolean current) {}
}
