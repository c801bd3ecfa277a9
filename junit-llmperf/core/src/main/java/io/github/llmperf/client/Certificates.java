package io.github.llmperf.client;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes certificates in sentences for users. */
final class Certificates {

    private static final Pattern COMMON_NAME = Pattern.compile("(?:^|,)CN=((?:[^,\\\\]|\\\\.)+)");
    private static final int LONGEST_NAME = 48;

    private Certificates() {}

    static boolean isValidAt(X509Certificate certificate, Instant now) {
        return !now.isBefore(certificate.getNotBefore().toInstant())
                && !now.isAfter(certificate.getNotAfter().toInstant());
    }

    /** Such as {@code the certificate of gpu-1 expired on 2024-01-31}. */
    static String validity(X509Certificate certificate, Instant now) {
        String of = "the certificate of " + subject(certificate);
        return now.isBefore(certificate.getNotBefore().toInstant())
                ? of + " is valid from " + day(certificate.getNotBefore().toInstant()) + " on only"
                : of + " expired on " + day(certificate.getNotAfter().toInstant());
    }

    static String subject(X509Certificate certificate) {
        return name(certificate.getSubjectX500Principal().getName());
    }

    static String issuer(X509Certificate certificate) {
        return name(certificate.getIssuerX500Principal().getName());
    }

    static boolean isSelfSigned(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
    }

    private static String day(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    }

    private static String name(String distinguished) {
        Matcher common = COMMON_NAME.matcher(distinguished);
        return "\"" + cut(common.find() ? common.group(1) : distinguished) + "\"";
    }

    private static String cut(String name) {
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME - 1) + "…" : name;
    }
}
