package io.github.llmperf.load;

import io.github.llmperf.client.MetricsPage;
import io.github.llmperf.client.prometheus.Ingredient;
import io.github.llmperf.client.prometheus.Reading;
import java.net.URI;
import java.util.EnumSet;
import java.util.Set;

/** A page that is read again and again, and how that went. */
final class WatchedPage {

    final URI url;
    final String shown;
    private final boolean asked;
    private final Set<Ingredient> told = EnumSet.noneOf(Ingredient.class);
    private int readings;
    private int failed;
    private String why = "";
    private int malformed;

    WatchedPage(URI url, String shown, boolean asked) {
        this.url = url;
        this.shown = shown;
        this.asked = asked;
    }

    /** Takes note of a reading; returns what is known of it. */
    Reading add(MetricsPage page) {
        readings++;
        if (page instanceof MetricsPage.Unread unread) {
            failed++;
            why = why.isEmpty() ? unread.why() : why;
            return Reading.NOTHING;
        }
        MetricsPage.Read read = (MetricsPage.Read) page;
        malformed = read.metrics().malformed();
        Reading reading = Reading.of(read.metrics());
        told.addAll(reading.values().keySet());
        return reading;
    }

    /** Nobody named it, and it was never there: reading on would only disturb. */
    boolean isIdle() {
        return !asked && failed == readings && readings > 0;
    }

    /** What it told earlier and not this time: a sum without it would be of less. */
    Set<Ingredient> missing(Reading reading) {
        Set<Ingredient> missing = EnumSet.copyOf(told);
        missing.removeAll(reading.values().keySet());
        return missing;
    }

    ServerLog.Source source() {
        return new ServerLog.Source(shown, asked, readings, failed, why, !told.isEmpty(), malformed);
    }
}
