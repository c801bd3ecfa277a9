package io.github.llmperf.client.socket;

/**
 * How a complete answer looks from below HTTP. A wrong yes wakes a reader early, a wrong no as late as there is much to read, 100 ms at most:
 * neither changes a moment.
 */
final class EndOfAnswer {

    private static final byte[] LAST_CHUNK = {'0', '\r', '\n', '\r', '\n'};
    private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

    /** Blank lines and the end of a chunk may follow {@code [DONE]}. */
    private static final int AFTER_DONE = 12;

    private EndOfAnswer() {}

    static boolean isAt(byte[] bytes, int from, int to) {
        return isLastChunk(bytes, from, to) || endsWithDone(bytes, from, to);
    }

    /** The body may go on after {@code [DONE]}, but not after this. */
    static boolean isLastChunk(byte[] bytes, int from, int to) {
        return isAt(LAST_CHUNK, bytes, from, to - LAST_CHUNK.length);
    }

    private static boolean endsWithDone(byte[] bytes, int from, int to) {
        for (int at = to - DONE.length; at >= to - DONE.length - AFTER_DONE; at--) {
            if (isAt(DONE, bytes, from, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(byte[] mark, byte[] bytes, int from, int at) {
        if (at < from) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if (bytes[at + i] != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
