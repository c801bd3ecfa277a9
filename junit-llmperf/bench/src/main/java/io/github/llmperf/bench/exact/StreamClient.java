package io.github.llmperf.bench.exact;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A client whose cost is compared. */
@FunctionalInterface
interface StreamClient {

    /** Carries out a load, and returns how many token events it stamped. */
    long run(StreamLoad load) throws Exception;

    /** Returns a client by its name. */
    static StreamClient named(String name) {
        Map<String, StreamClient> all = new TreeMap<>();
        all.put("nio", new NioReader());
        all.put("java.net.http", new JdkReader());
        all.put("okhttp", new OkHttpReader());
        all.put("llmperf", new LibraryReader());
        StreamClient client = all.get(name);
        if (client == null) {
            throw new IllegalArgumentException("client must be one of " + all.keySet() + ", but is \"" + name + "\"");
        }
        return client;
    }

    /** Stamps of one answer, and where its events end: with an empty line. Bytes may be cut anywhere. */
    final class Events {

        private static final int NEW_LINE = '\n';

        private final long[] stamps;
        private int n;
        private int before;

        Events(int tokens) {
            stamps = new long[tokens + 3];
        }

        void add(byte[] bytes, int from, int to, long at) {
            for (int i = from; i < to; i++) {
                int b = bytes[i];
                if (b == NEW_LINE && before == NEW_LINE) {
                    stamps[n++] = at;
                }
                before = b;
            }
        }

        /** The end of the stream comes in three events of its own. */
        int tokens() {
            return Math.max(0, n - 3);
        }

        /** Returns when the tokens were seen. */
        long[] stamps() {
            return Arrays.copyOf(stamps, tokens());
        }

        void clear() {
            n = 0;
            before = 0;
            Arrays.fill(stamps, 0);
        }
    }
}
