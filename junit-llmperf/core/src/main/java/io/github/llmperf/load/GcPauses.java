package io.github.llmperf.load;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** The longest pause for garbage collection while it listens. */
final class GcPauses implements AutoCloseable {

    private final AtomicLong longestMillis = new AtomicLong();
    private final List<NotificationEmitter> emitters = new ArrayList<>();
    private final long from = ManagementFactory.getRuntimeMXBean().getUptime();
    private final NotificationListener listener = (notification, handback) -> heard(notification);

    GcPauses() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (pauses(collector.getName()) && collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(listener, null, null);
                emitters.add(emitter);
            }
        }
    }

    /** Tells whether the collections of a collector stop the program: its concurrent work is listed as one too. */
    static boolean pauses(String collector) {
        return !collector.contains("Cycles") && !collector.contains("Concurrent");
    }

    private void heard(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            GarbageCollectionNotificationInfo info =
                    GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
            if (info.getGcInfo().getEndTime() >= from) {
                longestMillis.accumulateAndGet(info.getGcInfo().getDuration(), Math::max);
            }
        }
    }

    /** Returns the longest pause so far, in ms; 0 without any. */
    double longestMs() {
        return longestMillis.get();
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
