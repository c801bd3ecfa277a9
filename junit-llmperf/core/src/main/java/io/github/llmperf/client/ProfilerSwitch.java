package io.github.llmperf.client;

import io.github.llmperf.plan.Profiler;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Times;
import io.github.llmperf.protocol.kit.RequestHeaders;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Switches an engine's profiler on and off. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ProfilerSwitch {

    private static final Duration START = Duration.ofMinutes(1);

    /** Traces are written before it answers, which takes minutes. */
    private static final Duration STOP = Duration.ofMinutes(10);

    private static final Duration HURRIED = Duration.ofSeconds(3);

    private final Target target;
    private final Profiler profiler;
    private final Duration longestStart;
    private boolean on;

    /** Sends nothing yet. */
    public ProfilerSwitch(Target target, Profiler profiler) {
        this(target, profiler, START);
    }

    ProfilerSwitch(Target target, Profiler profiler, Duration longestStart) {
        this.target = target;
        this.profiler = profiler;
        this.longestStart = longestStart;
    }

    /**
     * Switches it on and waits until it is, at most a minute.
     *
     * @return why it is not on, or not for sure, in a sentence; empty where it is
     */
    public Optional<String> start() {
        return post("/start_profile", longestStart, true);
    }

    /**
     * Returns whether the server may be profiling.
     *
     * @return true from a start on that the server accepted or did not answer, until a stop
     */
    public boolean mayBeOn() {
        return on;
    }

    /**
     * Switches it off and waits until its traces are written, at most ten minutes.
     *
     * @param hurried whether the build is ending, so that only the request is sent
     * @return why it may still be on, in a sentence; empty where it is off
     */
    public Optional<String> stop(boolean hurried) {
        return post("/stop_profile", hurried ? HURRIED : STOP, false);
    }

    private Optional<String> post(String path, Duration timeout, boolean start) {
        on = false;
        OkHttpClient http =
                HttpSettings.of(target, TlsSettings.of(target), timeout, 1).build();
        try {
            Request.Builder request =
                    new Request.Builder().url(target.atRoot(path).toString());
            HttpRequests.addHeaders(request, RequestHeaders.of(target));
            MediaType type = profiler.body().isEmpty() ? null : MediaType.get("application/json");
            request.post(RequestBody.create(profiler.body(), type));
            try (Response response = http.newCall(request.build()).execute()) {
                on = start && response.isSuccessful();
                return response.isSuccessful()
                        ? Optional.empty()
                        : Optional.of(said(path, "answers with HTTP " + response.code()));
            }
        } catch (InterruptedIOException e) {
            on = start;
            return Optional.of(said(path, "did not answer within " + Times.text(timeout)));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of(said(path, "cannot be reached (" + target.maskSecrets(FailureText.words(e)) + ")"));
        } finally {
            http.connectionPool().evictAll();
        }
    }

    private static String said(String path, String what) {
        return "POST " + path + " " + what;
    }
}
