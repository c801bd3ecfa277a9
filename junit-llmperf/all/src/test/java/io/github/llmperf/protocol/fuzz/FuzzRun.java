package io.github.llmperf.protocol.fuzz;

import io.github.llmperf.protocol.Dialect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads inputs one after the other, on a thread of its own, until one fails, hangs, or there were enough. */
final class FuzzRun {

    private static final int TRIES = 300;

    private final FuzzInputs inputs;
    private final Map<String, Dialect> dialects;
    private final Duration patience;
    private final AtomicLong reads = new AtomicLong();
    private volatile @Nullable FuzzInput current;

    /** An input that takes longer than {@code patience} hangs. */
    FuzzRun(long seed, List<Dialect> dialects, Duration patience) {
        this.dialects = dialects.stream().collect(Collectors.toMap(Dialect::name, Function.identity()));
        this.patience = patience;
        inputs = new FuzzInputs(seed, dialects);
    }

    /** Returns how many inputs were read; the first that fails is thrown as a test case. */
    long read(long first, long count, Duration longest) throws InterruptedException {
        CompletableFuture<Long> done = new CompletableFuture<>();
        Thread reading = new Thread(
                () -> {
                    try {
                        done.complete(readAll(first, count, System.nanoTime() + longest.toNanos()));
                    } catch (Throwable e) {
                        done.completeExceptionally(e);
                    }
                },
                "fuzzer");
        reading.setDaemon(true);
        reading.start();
        return watch(done, reading);
    }

    private long readAll(long first, long count, long until) {
        for (long k = first; k < first + count; k++) {
            if (System.nanoTime() - until >= 0) {
                return k - first;
            }
            FuzzInput input = inputs.input(k);
            @Nullable Throwable failure = read(k, input);
            if (failure != null) {
                throw new AssertionError(words("input " + k + ": " + failure, shrunk(k, input, failure)), failure);
            }
        }
        return count;
    }

    private @Nullable Throwable read(long k, FuzzInput input) {
        current = input;
        reads.incrementAndGet();
        try {
            new FuzzedReading(dialects.get(input.api()), input).check(inputs.random(~k));
            return null;
        } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
            return e;
        }
    }

    private long watch(CompletableFuture<Long> done, Thread reading) throws InterruptedException {
        long seen = -1;
        while (true) {
            long at = reads.get();
            try {
                return done.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof AssertionError found ? found : new AssertionError(e.getCause());
            } catch (TimeoutException e) {
                if (at == seen && reads.get() == at && current != null) {
                    String where = Stream.of(reading.getStackTrace())
                            .limit(20)
                            .map(frame -> "\n    at " + frame)
                            .collect(Collectors.joining());
                    throw new AssertionError(words("an input hangs" + where, current));
                }
                seen = at;
            }
        }
    }

    /** Leaves out what the failure does not need: halves first, then ever smaller pieces. */
    private FuzzInput shrunk(long k, FuzzInput input, Throwable failure) {
        FuzzInput least = input;
        int tries = 0;
        for (int size = Math.max(1, input.body().length() / 2); size >= 1; size /= 2) {
            for (int at = 0; at < least.body().length() && tries < TRIES; tries++) {
                String body = least.body();
                FuzzInput less =
                        least.withBody(body.substring(0, at) + body.substring(Math.min(body.length(), at + size)));
                Throwable still = read(k, less);
                if (still != null && kind(still).equals(kind(failure))) {
                    least = less;
                } else {
                    at += size;
                }
            }
        }
        return least;
    }

    private static String kind(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        int colon = message.indexOf(':');
        return failure.getClass().getName() + (colon < 0 ? message : message.substring(0, colon));
    }

    private static String words(String why, FuzzInput input) {
        return why + "\nfor " + FuzzFindingsTests.class.getSimpleName() + ":\n" + input;
    }
}
