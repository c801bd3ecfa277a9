package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Times;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.OptionalLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Makes failures fit to be kept: secrets out first, then cut. */
final class FailureText {

    private static final int LONGEST_CODE = 100;

    private FailureText() {}

    static Failure of(Target target, Trouble trouble, @Nullable AnswerHead head) {
        String code = trouble.code() == null ? null : tidy(target.maskSecrets(trouble.code()));
        return new Failure(
                trouble.kind(),
                head == null ? 0 : head.status(),
                tidy(target.maskSecrets(trouble.message())),
                code == null ? null : cut(code),
                head == null ? OptionalLong.empty() : head.retryAfterMillis());
    }

    static Trouble noConnection(URI url, IOException e, Duration timeout) {
        return new Trouble(
                FailureKind.CONNECT, "nothing answers at " + shown(url) + " (" + reason(e, timeout) + ")", null);
    }

    /** Without its query, which may hold a key. */
    static String shown(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }

    private static String reason(IOException e, Duration timeout) {
        if (e instanceof UnknownHostException) {
            return "unknown host";
        }
        if (e instanceof SSLException) {
            return "TLS: " + words(e);
        }
        if (e instanceof ConnectException && e.getCause() instanceof IOException cause) {
            return reason(cause, timeout);
        }
        if (e instanceof SocketTimeoutException || "timeout".equals(e.getMessage())) {
            return "no connection within " + Times.text(timeout);
        }
        return words(e);
    }

    static String words(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String cut(String code) {
        if (code.length() <= LONGEST_CODE) {
            return code;
        }
        boolean splitsPair = Character.isHighSurrogate(code.charAt(LONGEST_CODE - 1));
        return code.substring(0, splitsPair ? LONGEST_CODE - 1 : LONGEST_CODE);
    }

    private static String tidy(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    }
}
