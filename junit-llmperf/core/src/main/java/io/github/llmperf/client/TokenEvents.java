package io.github.llmperf.client;

import java.util.Arrays;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * When the token events of one answer arrived. A run keeps those of all its requests, so it stores the gaps, in four
 * bytes each instead of eight.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class TokenEvents {

    private static final TokenEvents NONE = new TokenEvents(new long[0], new int[0]);

    private final long[] moments;
    private final int[] gaps;

    /**
     * Keeps moments and gaps.
     *
     * @param moments the first one, and all others up to the last gap of more than two seconds
     * @param gaps those after the last of these moments
     */
    private TokenEvents(long[] moments, int[] gaps) {
        this.moments = moments;
        this.gaps = gaps;
    }

    static TokenEvents of(long[] all) {
        if (all.length == 0) {
            return NONE;
        }
        int first = all.length;
        while (first > 1 && fits(all[first - 1] - all[first - 2])) {
            first--;
        }
        int[] gaps = new int[all.length - first];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = (int) (all[first + i] - all[first + i - 1]);
        }
        return new TokenEvents(Arrays.copyOf(all, first), gaps);
    }

    private static boolean fits(long gap) {
        return gap == (int) gap;
    }

    /** Returns all moments, in an array of the caller's own. */
    long[] moments() {
        long[] all = Arrays.copyOf(moments, moments.length + gaps.length);
        for (int i = moments.length; i < all.length; i++) {
            all[i] = all[i - 1] + gaps[i - moments.length];
        }
        return all;
    }

    @Override
    public String toString() {
        return Arrays.toString(moments());
    }
}
