package io.github.llmperf.machine;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.RefusedSetting;
import java.util.Locale;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Whether the heap can hold the arrivals of all answers in flight: eight bytes a token, the texts not counted. Only answers
 * of a forced length are certain to be that long; what others take shows during the load.
 *
 * @param bytes most that the heap may grow to
 */
@API(status = Status.INTERNAL, since = "0.1")
public record HeapLimit(long bytes) {

    private static final int BYTES_PER_TOKEN = Long.BYTES;

    static HeapLimit ofProcess() {
        return new HeapLimit(Runtime.getRuntime().maxMemory());
    }

    public static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%,d MB", bytes >> 20);
    }

    /**
     * Refuses a plan whose users cannot have their answers all at once.
     *
     * @throws IllegalArgumentException with a message that begins with the attribute to lower
     */
    void check(LoadPlan plan) {
        if (!(plan.load().arrival() instanceof Arrival.ClosedLoop closed)
                || !plan.load().workload().forceLength()
                || !plan.load().workload().stream()) {
            return;
        }
        int tokens = plan.load().workload().maxNewTokens();
        double needed = (double) closed.users() * tokens * BYTES_PER_TOKEN;
        if (needed > bytes) {
            long most = bytes / ((long) tokens * BYTES_PER_TOKEN);
            throw new RefusedSetting(
                    "users",
                    String.format(
                            Locale.ROOT,
                            "must be at most %,d in this process, but is %,d: the arrivals of %,d tokens for each take %s"
                                    + " at least, but the heap is at most %s; raise -Xmx (Surefire: argLine), or lower users or"
                                    + " maxNewTokens",
                            most,
                            closed.users(),
                            tokens,
                            megabytes((long) needed),
                            megabytes(bytes)));
        }
    }
}
