package io.github.llmperf.load;

import io.github.llmperf.client.MetricsPage;
import io.github.llmperf.client.prometheus.MetricsReading;
import io.github.llmperf.client.prometheus.RawMetric;
import java.net.URI;
import java.util.EnumSet;
import java.util.Set;

/** A metrics page that is read repeatedly, and the outcome of each reading. */
final class WatchedPage {

    final URI url;
    final String shown;
    private final boolean asked;
    private final Set<RawMetric> told = EnumSet.noneOf(RawMetric.class);
    private int readings;
    private int failed;
    private String why = "";
    private int malformed;

    WatchedPage(URI url, String shown, boolean asked) {
        this.url = url;
        this.shown = shown;
        this.asked = asked;
    }

    /** Records a reading and returns its known metrics. */
    MetricsReading add(MetricsPage page) {
        readings++;
        if (page instanceof MetricsPage.Unread unread) {
            failed++;
            why = why.isEmpty() ? unread.why() : why;
            return MetricsReading.NOTHING;
        }
        MetricsPage.Read read = (MetricsPage.Read) page;
        malformed = read.metrics().malformed();
        MetricsReading reading = MetricsReading.of(read.metrics());
        told.addAll(reading.values().keySet());
        return reading;
    }

    /** Nobody configured the page, and it never existed: reading it again would only disturb the server. */
    boolean isIdle() {
        return !asked && failed == readings && readings > 0;
    }

    /** Metrics that the page had before and lacks now: a sum without them would be too small. */
    Set<RawMetric> missing(MetricsReading reading) {
        Set<RawMetric> missing = EnumSet.copyOf(told);
        missing.removeAll(reading.values().keySet());
        return missing;
    }

    ServerLog.Source source() {
        return new ServerLog.Source(shown, asked, readings, failed, why, !told.isEmpty(), malformed);
    }
}
