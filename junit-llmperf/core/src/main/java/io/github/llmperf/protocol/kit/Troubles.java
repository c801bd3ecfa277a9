package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong with one answer: of several troubles the one that says most, and of equals the first.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class Troubles {

    private static final List<FailureKind> ORDER = List.of(
            FailureKind.LENGTH,
            FailureKind.AUTH,
            FailureKind.OVERLOAD,
            FailureKind.STREAM_ERROR,
            FailureKind.SERVER_ERROR,
            FailureKind.BAD_REQUEST,
            FailureKind.PROTOCOL,
            FailureKind.TRUNCATED,
            FailureKind.EMPTY_OUTPUT);

    private @Nullable Trouble worst;

    Troubles() {}

    /**
     * Returns the one of two troubles that says most.
     *
     * @param first what went wrong; null for nothing
     * @param second what went wrong later; null for nothing
     * @return one of them, of equals the first; null when there is none
     */
    public static @Nullable Trouble worse(@Nullable Trouble first, @Nullable Trouble second) {
        Troubles both = new Troubles();
        for (Trouble trouble : new @Nullable Trouble[] {first, second}) {
            if (trouble != null) {
                both.add(trouble);
            }
        }
        return both.worst;
    }

    /**
     * Sorts an error that a stream carries beside its events, by its words.
     *
     * @param said the server's words, JSON or not
     * @param type kind of error in the server's terms, where the words name none
     * @return the trouble, a stream's error unless it says more
     */
    public static Trouble inStream(String said, String type) {
        ErrorBody error = ErrorBody.inText(said).orType(type);
        return of(FailureSorter.inBand(error, FailureKind.STREAM_ERROR), error);
    }

    void add(FailureKind kind, String message) {
        add(new Trouble(kind, message, null));
    }

    void add(FailureKind kind, ErrorBody error) {
        add(of(kind, error));
    }

    private static Trouble of(FailureKind kind, ErrorBody error) {
        String message = error.message().isEmpty() ? error.type() : error.message();
        return new Trouble(kind, message, error.code());
    }

    void add(Trouble trouble) {
        if (worst == null || ORDER.indexOf(trouble.kind()) < ORDER.indexOf(worst.kind())) {
            worst = trouble;
        }
    }

    @Nullable
    Trouble worst() {
        return worst;
    }
}
