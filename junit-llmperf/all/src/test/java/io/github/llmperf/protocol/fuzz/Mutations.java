package io.github.llmperf.protocol.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** Changes bodies into others that no server would send, as one random sequence says. */
final class Mutations {

    private static final int USUAL_LENGTH = 16 * 1024;
    private static final int RARE_LENGTH = 512 * 1024;
    private static final int RARE = 400;

    private final SplittableRandom random;
    private final int longest;

    Mutations(SplittableRandom random) {
        this.random = random;
        longest = random.nextInt(RARE) == 0 ? RARE_LENGTH : USUAL_LENGTH;
    }

    /** Applies one change or a few; what it grows to is bounded. */
    String change(String body, String other) {
        String changed = body;
        do {
            changed = once(changed, other);
        } while (random.nextInt(5) < 2);
        return changed.substring(0, Math.min(longest, changed.length()));
    }

    private String once(String body, String other) {
        int from = edge(body, random.nextInt(body.length() + 1));
        int to = Math.max(from, edge(body, from + random.nextInt(Math.min(body.length() - from, 400) + 1)));
        String slice = body.substring(from, to);
        String start = body.substring(0, from);
        String rest = body.substring(to);
        return switch (random.nextInt(16)) {
            case 0 -> flip(body, from);
            case 1 -> start + (char) random.nextInt(256) + body.substring(Math.min(from + 1, body.length()));
            case 2 -> start;
            case 3 -> start + rest;
            case 4 -> start + slice.repeat(1 + random.nextInt(8)) + rest;
            case 5 -> moved(slice, start + rest);
            case 6, 7, 8 -> start + OddTokens.any(random) + body.substring(from);
            case 9 -> start + other.substring(random.nextInt(other.length() + 1));
            case 10 -> number(body, from);
            case 11 -> start + deep() + body.substring(from);
            case 12 -> start + many(slice) + rest;
            case 13 -> shuffled(body);
            case 14 -> newlines(body);
            default -> start + slice + slice + rest;
        };
    }

    /** Half of all cuts lie between two events, so that the others stay whole. */
    private int edge(String body, int at) {
        int line = random.nextBoolean() ? body.lastIndexOf('\n', at - 1) : -1;
        return line < 0 ? at : line + 1;
    }

    private String flip(String body, int at) {
        if (at == body.length()) {
            return body;
        }
        char flipped = (char) (body.charAt(at) ^ (1 << random.nextInt(8)));
        return body.substring(0, at) + flipped + body.substring(at + 1);
    }

    private String moved(String slice, String others) {
        int at = random.nextInt(others.length() + 1);
        return others.substring(0, at) + slice + others.substring(at);
    }

    /** Puts another number in place of the next one. */
    private String number(String body, int from) {
        int start = from;
        while (start < body.length() && !Character.isDigit(body.charAt(start))) {
            start++;
        }
        int end = start;
        while (end < body.length() && Character.isDigit(body.charAt(end))) {
            end++;
        }
        return body.substring(0, start) + OddTokens.number(random) + body.substring(end);
    }

    private String deep() {
        String open = random.nextBoolean() ? "[" : "{\"a\":";
        return open.repeat(1 << random.nextInt(12));
    }

    private String many(String slice) {
        String unit = slice.isEmpty() ? "x" : slice;
        return unit.repeat(1 + random.nextInt(Math.max(1, longest / unit.length())));
    }

    private String shuffled(String body) {
        List<String> events = new ArrayList<>(Arrays.asList(body.split("(?<=\n)", -1)));
        Collections.shuffle(events, new Random(random.nextLong()));
        return String.join("", events);
    }

    private String newlines(String body) {
        String to = new String[] {"\r\n", "\r", "\n\n", "\0", "\n\r", ""}[random.nextInt(6)];
        return body.replace("\r\n", "\n").replace("\n", to);
    }

    static String latin(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
