package io.github.llmperf.protocol.sagemaker;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signature Version 4 once more, from its description, as a server checks it against what arrived. */
public final class SignatureCheck {

    private static final Pattern AUTHORIZATION = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=[^/]+/(?<scope>[^,]+), SignedHeaders=(?<names>[^,]+), Signature=(?<hex>.+)");

    private SignatureCheck() {}

    /** Returns the signature that a request as it came over the wire should have; its authorization says what is signed. */
    public static String expected(String rawRequest, String secret) {
        String[] parts = rawRequest.split("\r\n\r\n", 2);
        String[] lines = parts[0].split("\r\n", -1);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            String[] header = line.split(": ?", 2);
            headers.put(header[0], header[1]);
        }
        String[] request = lines[0].split(" ", -1);
        Matcher said = said(headers.get("Authorization"));
        return of(request[0], request[1], headers, said.group("names"), parts[1], said.group("scope"), secret);
    }

    public static String signature(String authorization) {
        return said(authorization).group("hex");
    }

    public static String scope(String authorization) {
        return said(authorization).group("scope");
    }

    public static String signedHeaders(String authorization) {
        return said(authorization).group("names");
    }

    private static Matcher said(String authorization) {
        Matcher matcher = AUTHORIZATION.matcher(authorization);
        if (!matcher.matches()) {
            throw new AssertionError("no authorization of version 4: " + authorization);
        }
        return matcher;
    }

    static String of(
            String method,
            String target,
            Map<String, String> headers,
            String names,
            String body,
            String scope,
            String secret) {
        URI uri = URI.create("http://host" + target);
        StringBuilder canonical = new StringBuilder(method)
                .append('\n')
                .append(encode(uri.getRawPath(), "/"))
                .append('\n')
                .append(query(uri.getRawQuery()))
                .append('\n');
        for (String name : names.split(";", -1)) {
            String value = headers.get(name).strip().replaceAll(" +", " ");
            canonical.append(name).append(':').append(value).append('\n');
        }
        canonical.append('\n').append(names).append('\n').append(sha256(body));
        String text =
                "AWS4-HMAC-SHA256\n" + headers.get("X-Amz-Date") + "\n" + scope + "\n" + sha256(canonical.toString());
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : scope.split("/", -1)) {
            key = hmac(key, part);
        }
        return HexFormat.of().formatHex(hmac(key, text));
    }

    /** The raw query is encoded already as the description wants it; only the order of its parts is not. */
    private static String query(String raw) {
        return raw == null
                ? ""
                : Arrays.stream(raw.split("&", -1))
                        .map(part -> part.contains("=") ? part : part + "=")
                        .sorted()
                        .collect(Collectors.joining("&"));
    }

    private static String encode(String raw, String safe) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : raw.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) b;
            if (Character.isLetterOrDigit(c) || ("-._~" + safe).indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append(String.format("%%%02X", b));
            }
        }
        return encoded.toString();
    }

    private static String sha256(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
