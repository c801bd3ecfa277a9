package io.github.llmperf.client;

import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the system, Java, OkHttp and servers say in words alone, without a type or a code of its own. No other class of the
 * client decides anything by the text of a message.
 */
final class ForeignWords {

    /** In the user's language it says so in other words, which is why files are counted too. */
    static final String NO_FILE = "Too many open files";

    private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");
    private static final Pattern TUNNEL = Pattern.compile("Unexpected response code for CONNECT: (\\d+)");
    private static final Pattern NAMES = Pattern.compile("subjectAltNames: \\[(.*)]");

    /** A status line that begins like a record of TLS: an alert or a handshake of version 3. */
    private static final Pattern TLS_RECORD = Pattern.compile("Unexpected status line: [\\x15\\x16]\\x03");

    /** nginx and Go say so in plain HTTP. */
    private static final Pattern HTTPS_PORT =
            Pattern.compile("HTTP request was sent to HTTPS port|HTTP request to an HTTPS server");

    private static final Pattern OTHER_LENGTH_FIELD = Pattern.compile("max_tokens.{0,120}max_completion_tokens");

    private static final Pattern MODEL = Pattern.compile(
            "model.{0,200}(not found|does not exist|doesn't exist|not exist|unknown|invalid|not supported|not loaded)"
                    + "|(no such|unknown|invalid|unsupported) model|^model: |model_not_found");

    private ForeignWords() {}

    /** Java has no type for want of files. */
    static boolean isOutOfFiles(Throwable e) {
        return FailureText.words(e).contains(NO_FILE);
    }

    /** OkHttp ends a call that takes too long with the exception that others use for an interrupt. */
    static boolean isTimeout(IOException e) {
        return e instanceof SocketTimeoutException || FailureText.words(e).equals("timeout");
    }

    /** Returns the name of the alert with which the server ended a handshake. */
    static Optional<String> alert(Throwable e) {
        return group(ALERT, e);
    }

    /** Returns whether a client that speaks TLS was answered in plain text. */
    static boolean isAnsweredWithoutTls(Throwable e) {
        return FailureText.words(e).contains("Unsupported or unrecognized SSL message");
    }

    /** Returns whether a client that speaks plain HTTP was answered in TLS. */
    static boolean isAnsweredInTls(IOException e) {
        return e instanceof ProtocolException
                && TLS_RECORD.matcher(FailureText.words(e)).find();
    }

    /** Returns the names that a certificate is for, where the host asked is not among them. */
    static String namesOfCertificate(IOException e) {
        return group(NAMES, e).orElse("");
    }

    static boolean isProxyLogin(IOException e) {
        return FailureText.words(e).contains("Failed to authenticate with proxy");
    }

    /** Returns the status with which a proxy refused to connect to the host. */
    static OptionalInt statusOfTunnel(IOException e) {
        return group(TUNNEL, e).map(Integer::parseInt).map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    /**
     * Sorts a refusal by the server's words.
     *
     * @param status of the answer; 0 when there was none
     * @param code the server's own error code; null when it gave none
     */
    static FailureCause ofServer(FailureKind kind, int status, String message, @Nullable String code) {
        if (kind != FailureKind.BAD_REQUEST) {
            return FailureCause.UNKNOWN;
        }
        if (OTHER_LENGTH_FIELD.matcher(message).find()) {
            return FailureCause.OTHER_LENGTH_FIELD;
        }
        boolean mayBeModel = status == 400 || status == 404 || status == 422;
        String words = (message + " " + code).toLowerCase(Locale.ROOT);
        if (mayBeModel && MODEL.matcher(words).find()) {
            return FailureCause.UNKNOWN_MODEL;
        }
        return HTTPS_PORT.matcher(message).find() ? FailureCause.SPEAKS_TLS : FailureCause.UNKNOWN;
    }

    private static Optional<String> group(Pattern pattern, Throwable e) {
        Matcher matcher = pattern.matcher(FailureText.words(e));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
