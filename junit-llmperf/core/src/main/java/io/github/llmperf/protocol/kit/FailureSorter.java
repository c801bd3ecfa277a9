package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.FailureKind;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Returns which kind of failure an error is, from its status and its words. */
final class FailureSorter {

    private static final int TOO_LARGE = 413;

    /** Words for "prompt and answer do not fit", over all servers read. */
    private static final Pattern LENGTH = Pattern.compile("context[ _](length|window|size)"
            + "|exceed_context|max_model_len|max_seq_len|max_num_tokens|max_total_tokens"
            + "|maximum (allowed )?(model|sequence|input) length|maximum number of tokens allowed"
            + "|(prompt|input)( tokens?)? length.{0,60}exceed|exceeds?.{0,40}(prompt|input|sequence) length"
            + "|(prompt|input|inputs|request)\\b((?!\\b(took|tak|ran|run|wait)).){0,40}\\btoo long"
            + "|request_too_large|maximum allowed number of (output tokens|bytes)"
            + "|longer than the (maximum|model)"
            + "|token count.{0,60}(exceeds|only supports)|maxoutputtokens value of"
            + "|inputs` (tokens|must have less than)"
            + "|input prompt token len"
            + "|(max_(completion_|new_)?tokens|max_output_tokens)\\W.{0,20}too (large|big)"
            + "|max_tokens must be at least 1, got -");

    private static final List<String> OVERLOAD = List.of(
            "overloaded",
            "rate_limit",
            "rate limit",
            "too many requests",
            "too_many_requests",
            "throttl",
            "rate exceeded",
            "insufficient_quota",
            "maximum queue size",
            "wlmcapacity",
            "server is busy",
            "service unavailable",
            "serviceunavailable",
            "temporarily unavailable",
            "queue is full",
            "server busy",
            "maximum pending requests",
            "unavailable_error",
            "resource_exhausted",
            "no capacity",
            "toomanyrequests",
            "modelnotready");

    private static final List<String> AUTH = List.of(
            "authentication_error",
            "permission_error",
            "invalid_api_key",
            "incorrect api key",
            "invalid api key",
            "api key not valid",
            "invalid subscription key",
            "permission_denied",
            "unauthorized",
            "unauthenticated",
            "accessdenied",
            "unrecognizedclient",
            "invalidsignature",
            "incompletesignature",
            "expiredtoken",
            "missingauthenticationtoken",
            "api key expired",
            "api_key_invalid");

    private FailureSorter() {}

    /** An error that came with an HTTP error status. */
    static FailureKind withStatus(int status, ErrorBody error) {
        String words = words(error);
        if (LENGTH.matcher(words).find() || status == TOO_LARGE) {
            return FailureKind.LENGTH;
        }
        FailureKind said = said(words, status, error);
        if (said != null) {
            return said;
        }
        if (status >= 300 && status < 400) {
            return FailureKind.PROTOCOL;
        }
        return status >= 500 || status == 424 ? FailureKind.SERVER_ERROR : FailureKind.BAD_REQUEST;
    }

    /** An error said although the status was 2xx; {@code otherwise} is what it is when its words say nothing more. */
    static FailureKind inBand(ErrorBody error, FailureKind otherwise) {
        String words = words(error);
        if (LENGTH.matcher(words).find()) {
            return FailureKind.LENGTH;
        }
        FailureKind said = said(words, 0, error);
        return said == null ? otherwise : said;
    }

    /** By status, by a code that is one, or by words: servers and gateways put the same thing into either. */
    private static @Nullable FailureKind said(String words, int status, ErrorBody error) {
        int code = (int) AnswerHead.number(error.code()).orElse(0);
        if (isAuth(status) || isAuth(code) || containsAny(words, AUTH)) {
            return FailureKind.AUTH;
        }
        if (isOverload(status) || isOverload(code) || containsAny(words, OVERLOAD)) {
            return FailureKind.OVERLOAD;
        }
        return null;
    }

    private static String words(ErrorBody error) {
        return (error.message() + '\n' + error.type() + '\n' + error.code()).toLowerCase(Locale.ROOT);
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
