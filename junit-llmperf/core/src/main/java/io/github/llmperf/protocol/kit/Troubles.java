package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What went wrong with one answer: of several troubles the one that says most, and of equals the first. */
final class Troubles {

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

    void add(FailureKind kind, String message) {
        add(new Trouble(kind, message, null));
    }

    void add(FailureKind kind, ErrorBody error) {
        String message = error.message().isEmpty() ? error.type() : error.message();
        add(new Trouble(kind, message, error.code()));
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
