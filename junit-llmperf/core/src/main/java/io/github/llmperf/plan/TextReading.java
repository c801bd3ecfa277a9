package io.github.llmperf.plan;

/**
 * One way to read a text: bytes, each with the characters that it came from.
 *
 * @param bytes as UTF-8; those after {@code length} mean nothing
 * @param length how many there are
 * @param starts of each byte the first character that it came from
 * @param ends of each byte the character after the last that it came from
 */
@SuppressWarnings("ArrayRecordComponent") // seen only while one text is masked, and too many to be wrapped
record TextReading(byte[] bytes, int length, int[] starts, int[] ends) {

    private static final int ASCII = 0x80;

    static TextReading of(String text) {
        TextReadingBuilder builder = new TextReadingBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            char first = text.charAt(i);
            if (first < ASCII) {
                builder.add((byte) first, i, i + 1);
                i++;
            } else {
                int point = text.codePointAt(i);
                int end = i + Character.charCount(point);
                builder.addPoint(point, i, end);
                i = end;
            }
        }
        return builder.build();
    }

    /** The byte at a place, without its sign. */
    int at(int index) {
        return bytes[index] & 0xFF;
    }

    /** Letters of ASCII without their case, since servers change it. */
    static int folded(int value) {
        return value >= 'A' && value <= 'Z' ? value + ('a' - 'A') : value;
    }

    /** Tells whether no letter or digit stands at a place: a word may end there. */
    boolean endsWord(int index) {
        return index < 0 || index >= length || !Character.isLetterOrDigit(at(index));
    }
}
