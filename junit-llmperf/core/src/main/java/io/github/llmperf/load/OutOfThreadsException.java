package io.github.llmperf.load;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** A thread of a load could not be started: this machine allows no more of them. The load has ended by then. */
@API(status = Status.INTERNAL, since = "0.1")
public final class OutOfThreadsException extends RuntimeException {

    private static final long serialVersionUID = 1;

    OutOfThreadsException(String name, OutOfMemoryError cause) {
        super("thread " + name + " could not be started: " + cause.getMessage(), cause);
    }
}
