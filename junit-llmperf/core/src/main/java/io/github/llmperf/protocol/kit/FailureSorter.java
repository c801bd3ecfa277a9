package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.FailureKind;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Tells which kind of failure an error is, from its status and its words. */
final class FailureSorter {

    private static final int BAD_REQUEST = 400;
    private static final int TOO_LARGE = 413;

    /** Words for "prompt and answer do not fit", over all servers read. */
    private static final Pattern LENGTH = Pattern.compile("context[ _](length|window|size)"
            + "|exceed_context|max_model_len|max_seq_len|max_num_tokens|max_total_tokens"
            + "|maximum (allowed )?(model|sequence|input) length|maximum number of tokens allowed"
            + "|(prompt|input)( tokens?)? length.{0,60}exceed|exceeds?.{0,40}(prompt|input|sequence) length"
            + "|(prompt|input|inputs|request)\\b.{0,40}\\btoo long"
            + "|longer than the (maximum|model)"
            + "|token count.{0,60}(exceeds|only supports)|maxoutputtokens value of"
            + "|request_too_large"
            + "|inputs` (tokens|must have less than)"
            + "|input prompt token len"
            + "|(max_(completion_|new_)?tokens|max_output_tokens)\\W.{0,20}too (large|big)"
            + "|max_tokens must be at least 1, got -");

    private static final List<String> OVERLOAD = List.of(
            "overloaded",
            "rate_limit",
            "rate limit",
            "too many requests",
            "queue is full",
            "exceeds maximum queue size",
            "server busy",
            "maximum pending requests",
            "unavailable_error",
            "resource_exhausted",
            "no capacity",
            "throttl",
            "toomanyrequests",
            "modelnotready");

    private static final List<String> AUTH = List.of(
            "authentication_error",
            "permission_error",
            "invalid_api_key",
            "incorrect api key",
            "invalid api key",
            "unauthorized",
            "unauthenticated",
            "permission_denied",
            "accessdenied",
            "unrecognizedclient",
            "invalidsignature",
            "incompletesignature",
            "expiredtoken",
            "missingauthenticationtoken",
            "api key not valid",
            "api key expired",
            "api_key_invalid");

    private FailureSorter() {}

    /** An error that came with an HTTP error status. */
    static FailureKind withStatus(int status, ErrorBody error) {
        String words = words(error);
        if (LENGTH.matcher(words).find() || status == TOO_LARGE) {
            return FailureKind.LENGTH;
        }
        if (isAuth(status) || (status == BAD_REQUEST && containsAny(named(error), AUTH))) {
            return FailureKind.AUTH;
        }
        if (isOverload(status) || (status == BAD_REQUEST && containsAny(named(error), OVERLOAD))) {
            return FailureKind.OVERLOAD;
        }
        if (status >= 300 && status < 400) {
            return FailureKind.PROTOCOL;
        }
        return status >= 500 || status == 424 ? FailureKind.SERVER_ERROR : FailureKind.BAD_REQUEST;
    }

    /** An error said although the status was 2xx; {@code otherwise} is what it is when its words say nothing more. */
    static FailureKind inBand(ErrorBody error, FailureKind otherwise) {
        String words = words(error);
        int status = (int) AnswerHead.number(error.code()).orElse(0);
        if (LENGTH.matcher(words).find()) {
            return FailureKind.LENGTH;
        }
        if (isAuth(status) || containsAny(words, AUTH)) {
            return FailureKind.AUTH;
        }
        if (isOverload(status) || containsAny(words, OVERLOAD)) {
            return FailureKind.OVERLOAD;
        }
        return otherwise;
    }

    private static String words(ErrorBody error) {
        return (error.message() + '\n' + error.type() + '\n' + error.code()).toLowerCase(Locale.ROOT);
    }

    /**
     * What a 400 says beyond its status: Google refuses keys that way, AWS keys and too many requests. Words of the message
     * count only where nothing else can be meant.
     */
    private static String named(ErrorBody error) {
        String message = error.message().toLowerCase(Locale.ROOT);
        return (error.type() + '\n' + error.code()).toLowerCase(Locale.ROOT)
                + (message.contains("api key not valid") || message.contains("api key expired") ? '\n' + message : "");
    }

    private static boolean isAuth(int status) {
        return status == 401 || status == 403;
    }

    private static boolean isOverload(int status) {
        return status == 429 || status == 503 || status == 529;
    }

    private static boolean containsAny(String words, List<String> known) {
        return known.stream().anyMatch(words::contains);
    }
}
