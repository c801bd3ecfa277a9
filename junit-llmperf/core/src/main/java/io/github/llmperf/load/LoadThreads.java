package io.github.llmperf.load;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Makes the threads of a load. Threads that send requests are virtual from Java 24 on, where blocking inside
 * {@code synchronized}, as OkHttp does, no longer pins the carrier thread; before that they are platform threads with
 * small stacks.
 */
abstract class LoadThreads {

    /** The first Java whose virtual threads do not block each other in OkHttp. */
    static final int VIRTUAL_SINCE = 24;

    /** Half of Java's default; reserved, not used: only pages that were touched take memory. */
    static final long STACK_BYTES = 512 * 1024;

    /** Returns whether each user takes a platform thread on the running Java version. */
    static boolean areOfSystem() {
        return Runtime.version().feature() < VIRTUAL_SINCE;
    }

    /** Platform threads for watching and dispatching, since they keep time best. */
    static final LoadThreads PLATFORM = new Platform();

    /** Threads for sending requests on the running Java version. */
    static LoadThreads light() {
        return light(Runtime.version().feature());
    }

    /** Threads for sending requests on a given Java version, as far as the running one supports them. */
    static LoadThreads light(int version) {
        return version < VIRTUAL_SINCE ? PLATFORM : new Virtual();
    }

    /** Returns a thread that does not keep the process alive, not started yet. */
    abstract Thread unstarted(String name, Runnable work);

    private static final class Platform extends LoadThreads {
        @Override
        Thread unstarted(String name, Runnable work) {
            Thread thread = new SystemThread(name, work);
            thread.setDaemon(true);
            return thread;
        }
    }

    /**
     * Reports the lack of threads by an exception of its own: a build does not survive the error that Java throws for
     * it.
     */
    private static final class SystemThread extends Thread {

        SystemThread(String name, Runnable work) {
            super(null, work, name, STACK_BYTES);
        }

        @Override
        public synchronized void start() {
            try {
                super.start();
            } catch (OutOfMemoryError e) {
                throw new OutOfThreadsException(getName(), e);
            }
        }
    }

    /** The byte code is Java 17's, which does not have virtual threads yet. */
    private static final class Virtual extends LoadThreads {

        private final MethodHandle maker;

        Virtual() {
            try {
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                Class<?> builder = Class.forName("java.lang.Thread$Builder");
                Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
                MethodHandle named = lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class))
                        .asType(MethodType.methodType(builder, ofVirtual, String.class));
                MethodHandle unstarted =
                        lookup.findVirtual(builder, "unstarted", MethodType.methodType(Thread.class, Runnable.class));
                MethodHandle of = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual));
                maker = MethodHandles.collectArguments(unstarted, 0, MethodHandles.foldArguments(named, of));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("virtual threads must exist from Java " + VIRTUAL_SINCE + " on", e);
            }
        }

        @Override
        Thread unstarted(String name, Runnable work) {
            try {
                return (Thread) maker.invokeExact(name, work);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("thread " + name + " cannot be made", e);
            }
        }
    }
}
