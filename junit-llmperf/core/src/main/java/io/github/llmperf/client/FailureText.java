package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Times;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.secret.Secret;
import io.github.llmperf.secret.SecretMask;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Prepares failure texts for storage: removes secrets, then truncates. */
final class FailureText {

    private static final int LONGEST_CODE = 100;

    private static final Pattern SIGNATURE = Pattern.compile(
            "AWS4-\\S+ Credential=(?<scope>(?<id>[^/,]+)[^,]*), ?SignedHeaders=[^,]*, ?Signature=(?<signature>\\S+)");

    private FailureText() {}

    static Failure of(Target target, Map<String, String> sent, Trouble trouble, @Nullable AnswerHead head) {
        String code = trouble.code() == null ? null : tidy(mask(target, sent, trouble.code()));
        String message = tidy(mask(target, sent, trouble.message()));
        int status = head == null ? 0 : head.status();
        return new Failure(
                trouble.kind(),
                trouble.cause() == FailureCause.UNKNOWN
                        ? ForeignWords.ofServer(trouble.kind(), status, message, code)
                        : trouble.cause(),
                status,
                message,
                code == null ? null : cut(code),
                head == null ? OptionalLong.empty() : head.retryAfterMillis());
    }

    /** Dialects may make headers from keys that the target does not know, so the headers sent are checked too. */
    private static String mask(Target target, Map<String, String> sent, String text) {
        String masked = target.maskSecrets(text);
        for (Map.Entry<String, String> header : sent.entrySet()) {
            if (Secret.isSecretHeader(header.getKey())) {
                masked = maskHeader(header.getValue(), masked);
            }
        }
        return masked;
    }

    /** Of a signature the words around its secrets are no secrets: an error may need them. */
    private static String maskHeader(String value, String text) {
        Matcher signature = SIGNATURE.matcher(value);
        if (!signature.matches()) {
            return new SecretMask(List.of(value)).in(text);
        }
        return new SecretMask(List.of(signature.group("scope"), signature.group("id"), signature.group("signature")))
                .in(text.replace(value, Secret.MASK));
    }

    static Trouble noConnection(URI url, IOException e, Duration timeout) {
        FailureCause cause = unanswered(e);
        String reason =
                switch (cause) {
                    case UNKNOWN_HOST -> "unknown host";
                    case NO_CONNECTION_IN_TIME -> "no connection within " + Times.text(timeout);
                    default -> words(innermost(e));
                };
        return new Trouble(FailureKind.CONNECT, cause, "nothing answers at " + shown(url) + " (" + reason + ")", null);
    }

    /** Without its query, which may hold a key. */
    static String shown(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }

    private static FailureCause unanswered(IOException wrapped) {
        IOException e = innermost(wrapped);
        if (e instanceof UnknownHostException) {
            return FailureCause.UNKNOWN_HOST;
        }
        if (ForeignWords.isTimeout(e)) {
            return FailureCause.NO_CONNECTION_IN_TIME;
        }
        return e instanceof ConnectException || e instanceof NoRouteToHostException
                ? FailureCause.UNREACHABLE
                : FailureCause.UNKNOWN;
    }

    /** OkHttp wraps what the system says. */
    private static IOException innermost(IOException e) {
        return e instanceof ConnectException && e.getCause() instanceof IOException cause ? innermost(cause) : e;
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

    /** Includes the source location: usually the error is in a user's own dialect. */
    static String unreadable(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        return "answer cannot be read: " + e + (trace.length == 0 ? "" : " at " + trace[0]);
    }

    private static String tidy(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    }
}
