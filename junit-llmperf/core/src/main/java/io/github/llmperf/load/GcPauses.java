package io.github.llmperf.load;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Records the garbage collection pauses while it listens. */
final class GcPauses implements AutoCloseable {

    /** One pause, in ms since the start of the Java machine. */
    record Pause(long from, long to) {
        private long inside(long begin, long end) {
            return Math.max(0, Math.min(to, end) - Math.max(from, begin));
        }
    }

    private final ConcurrentLinkedQueue<Pause> pauses = new ConcurrentLinkedQueue<>();
    private final List<NotificationEmitter> emitters = new ArrayList<>();
    private final NotificationListener listener = (notification, handback) -> heard(notification);

    GcPauses() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (pauses(collector.getName()) && collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(listener, null, null);
                emitters.add(emitter);
            }
        }
    }

    /** Returns whether a collector's collections stop the program: its concurrent work is listed as a collector too. */
    static boolean pauses(String collector) {
        return !collector.contains("Cycles") && !collector.contains("Concurrent");
    }

    private void heard(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            GcInfo info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo();
            add(new Pause(info.getStartTime(), info.getEndTime()));
        }
    }

    void add(Pause pause) {
        pauses.add(pause);
    }

    /** Returns the longest pause, in ms, as far as it lies between two moments; 0 without any. */
    double longestMs(long begin, long end) {
        return inside(begin, end).max().orElse(0);
    }

    /** Returns how long all pauses took together, in ms, as far as they lie between two moments. */
    double sumMs(long begin, long end) {
        return inside(begin, end).sum();
    }

    private LongStream inside(long begin, long end) {
        return pauses.stream().mapToLong(pause -> pause.inside(begin, end));
    }

    @Override
    public void close() {
        for (NotificationEmitter emitter : emitters) {
            try {
                emitter.removeNotificationListener(listener);
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException("listener must be registered until it is removed here", e);
            }
        }
    }
}
