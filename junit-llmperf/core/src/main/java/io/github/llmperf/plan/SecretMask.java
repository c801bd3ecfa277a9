package io.github.llmperf.plan;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes some secrets out of texts, however a server writes them. Each text is looked at as it stands and as it reads once
 * escapes, hex digits and base64 are undone; every such reading knows which characters of the text its bytes came from.
 * In all readings everything goes that holds eight characters of a secret in a row, so that no list of spellings is
 * needed. The effort grows with the length of the text only.
 */
final class SecretMask {

    private static final int SHORTEST_PART = 6;

    /** An escape within an escape within an escape: a url in JSON in a page. */
    private static final int MOST_ESCAPES = 3;

    /** The scheme of an authorization is a word that may stand anywhere. */
    private static final Pattern SCHEME = Pattern.compile("(?i)(?:bearer|digest|negotiate|signature|api-?key)(?=\\s)");

    private static final Pattern PART_ENDS = Pattern.compile("[\\s;,=]+");

    private final SecretGrams grams = new SecretGrams();

    private final List<ShortSecret> shorts = new ArrayList<>();

    private final List<ElidedSecret> elided = new ArrayList<>();

    SecretMask(List<Secret> secrets) {
        for (Secret secret : secrets) {
            addWhole(secret.reveal());
            addParts(secret.reveal());
        }
    }

    /** Pieces are looked for of each part alone: those that hold the end of a scheme stand before any token. */
    private void addWhole(String value) {
        if (PART_ENDS.matcher(value).find()) {
            shorts.add(new ShortSecret(value));
        } else if (!value.isEmpty()) {
            addPart(value);
        }
    }

    private void addParts(String value) {
        Matcher scheme = SCHEME.matcher(value);
        for (String part : PART_ENDS.split(scheme.lookingAt() ? value.substring(scheme.end()) : value, -1)) {
            if (part.length() >= SHORTEST_PART) {
                addPart(part);
            }
        }
    }

    private void addPart(String part) {
        if (PlaceholderKey.is(part)) {
            return;
        }
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < SecretGrams.LENGTH) {
            shorts.add(new ShortSecret(part));
        } else {
            grams.add(bytes);
            elided.add(new ElidedSecret(bytes));
        }
    }

    String in(String text) {
        if (shorts.isEmpty() && elided.isEmpty()) {
            return text;
        }
        MaskedText masked = new MaskedText(text);
        TextReading reading = TextReading.of(text);
        find(reading, masked);
        for (int i = 0; i < MOST_ESCAPES && Escapes.mayBeIn(reading); i++) {
            reading = Escapes.undone(reading);
            find(reading, masked);
        }
        return masked.toString();
    }

    private void find(TextReading reading, MaskedText masked) {
        grams.find(reading, masked);
        shorts.forEach(each -> each.find(reading, masked));
        elided.forEach(each -> each.find(reading, masked));
        EncodedRuns.undone(reading, undone -> grams.find(undone, masked));
    }
}
