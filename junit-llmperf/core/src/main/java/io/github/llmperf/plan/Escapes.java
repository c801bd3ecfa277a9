package io.github.llmperf.plan;

import java.util.Map;

/** Undoes one layer of escapes: those of urls, with a percent sign, of pages, and of JSON and program text. */
final class Escapes {

    private static final Map<String, Character> ENTITIES =
            Map.of("amp", '&', "lt", '<', "gt", '>', "quot", '"', "apos", '\'', "sol", '/', "plus", '+', "equals", '=');

    private static final int LONGEST_ENTITY = 9;

    private static final int HEX = 16;

    private final TextReading reading;

    private final TextReadingBuilder undone;

    private Escapes(TextReading reading) {
        this.reading = reading;
        undone = new TextReadingBuilder(reading.length());
    }

    static boolean mayBeIn(TextReading reading) {
        for (int i = 0; i < reading.length(); i++) {
            byte value = reading.bytes()[i];
            if (value == '%' || value == '&' || value == '\\') {
                return true;
            }
        }
        return false;
    }

    static TextReading undone(TextReading reading) {
        Escapes escapes = new Escapes(reading);
        int at = 0;
        while (at < reading.length()) {
            at += escapes.next(at);
        }
        return escapes.undone.build();
    }

    /** Copies what stands at a place, undone, and returns how many bytes that was. */
    private int next(int at) {
        int taken =
                switch (reading.at(at)) {
                    case '%' -> inHex(at, 1, 2);
                    case '&' -> entity(at);
                    case '\\' -> backslash(at);
                    default -> 0;
                };
        if (taken == 0) {
            undone.add(reading.bytes()[at], reading.starts()[at], reading.ends()[at]);
            return 1;
        }
        return taken;
    }

    private int backslash(int at) {
        return switch (at + 1 < reading.length() ? reading.at(at + 1) : 0) {
            case 'u' -> inHex(at, 2, 4);
            case 'x' -> inHex(at, 2, 2);
            case '\\', '/', '"', '\'', '&' -> put(reading.at(at + 1), at, 2);
            default -> 0;
        };
    }

    private int inHex(int at, int before, int digits) {
        int value = number(at + before, at + before + digits, HEX);
        if (value < 0) {
            return 0;
        }
        // a byte of UTF-8, as urls are written, and otherwise a character
        return digits == 2 ? putByte(value, at, before + digits) : put(value, at, before + digits);
    }

    private int entity(int at) {
        int end = at + 1;
        int last = Math.min(reading.length(), at + LONGEST_ENTITY);
        while (end < last && reading.at(end) != ';') {
            end++;
        }
        if (end == last) {
            return 0;
        }
        int point = point(at + 1, end);
        return point < 0 ? 0 : put(point, at, end + 1 - at);
    }

    private int point(int from, int to) {
        if (from < to && reading.at(from) == '#') {
            boolean inHex = from + 1 < to && TextReading.folded(reading.at(from + 1)) == 'x';
            return inHex ? number(from + 2, to, HEX) : number(from + 1, to, 10);
        }
        StringBuilder name = new StringBuilder();
        for (int i = from; i < to; i++) {
            name.append((char) TextReading.folded(reading.at(i)));
        }
        Character named = ENTITIES.get(name.toString());
        return named == null ? -1 : named;
    }

    /** Returns -1 for what is no number, or none of a character. */
    private int number(int from, int to, int radix) {
        if (from >= to || to > reading.length()) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(reading.at(i), radix);
            if (digit < 0) {
                return -1;
            }
            value = value * radix + digit;
        }
        return value <= Character.MAX_CODE_POINT ? value : -1;
    }

    private int put(int point, int at, int taken) {
        undone.addPoint(point, reading.starts()[at], reading.ends()[at + taken - 1]);
        return taken;
    }

    private int putByte(int value, int at, int taken) {
        undone.add((byte) value, reading.starts()[at], reading.ends()[at + taken - 1]);
        return taken;
    }
}
