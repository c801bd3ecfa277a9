package io.github.llmperf.run;

import io.github.llmperf.client.ProfilerSwitch;
import io.github.llmperf.client.ServerSoftware;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.MetricsWatch;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.load.ServerLog.Profiled;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Profiler;
import java.util.ArrayList;
import java.util.List;

/** The server while loads are sent to it: its version and metrics are read, and its profiler is on where asked for. */
final class WatchedServer implements AutoCloseable {

    private final MetricsWatch watch;
    private final Profiler profiler;
    private final ProfilerSwitch profile;
    private final String software;
    private final List<String> problems = new ArrayList<>();
    private boolean profiled;

    private WatchedServer(LoadPlan plan, NanoClock clock) {
        profiler = plan.observation().profiler();
        profile = new ProfilerSwitch(plan.target(), profiler);
        software = plan.observation().probe() ? ServerSoftware.of(plan.target(), clock::now) : "";
        watch = MetricsWatch.start(plan, clock);
    }

    /** Reads version and metrics once and switches the profiler on, so that nothing of that falls into the load. */
    static WatchedServer start(LoadPlan plan, NanoClock clock) {
        WatchedServer server = new WatchedServer(plan, clock);
        if (server.profiler != Profiler.OFF) {
            server.startProfiler();
        }
        return server;
    }

    private void startProfiler() {
        profile.start()
                .ifPresent(why -> problems.add("the profiler of " + profiler
                        + (profile.mayBeOn() ? " is taken for started: " + why : notStarted(why))));
        profiled = profile.mayBeOn();
    }

    private static String notStarted(String why) {
        return " was not started: " + why
                + "; the run was not profiled. Start the server with a directory for its traces";
    }

    /** Returns what the server said; whoever ends the build does not wait for a server that may be slow. */
    ServerLog end(List<LoadRun> runs) {
        boolean interrupted = runs.stream().anyMatch(run -> run.end() == LoadRun.End.INTERRUPTED);
        ServerLog log = interrupted ? watch.cut() : watch.end();
        stopProfiler(interrupted);
        return log.of(software).with(new Profiled(profiled, problems));
    }

    private void stopProfiler(boolean hurried) {
        if (!profile.mayBeOn()) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // it would end the request before it is sent
        try {
            profile.stop(hurried)
                    .ifPresent(
                            why -> problems.add("the profiler of " + profiler + " was started and perhaps not stopped: "
                                    + why + "; stop it by hand, since it slows the server"));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Leaves no profiler on, whatever ended the load. */
    @Override
    public void close() {
        watch.close();
        stopProfiler(true);
    }
}
