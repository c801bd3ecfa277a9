package io.github.llmperf.load;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Caps;
import io.github.llmperf.plan.Criteria;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.Load;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Observation;
import io.github.llmperf.plan.Output;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Phases.Warmup;
import io.github.llmperf.plan.Phases.WindowKind;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.ThinkTime;
import io.github.llmperf.plan.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Plans for tests of load and measure: users at once, no think time, no warm-up, adaptive, steady, unless said. */
public final class TestPlan {

    private Arrival arrival;
    private Warmup warmup = Warmup.NONE;
    private OptionalInt requests = OptionalInt.empty();
    private Optional<Duration> duration = Optional.empty();
    private Duration cooldown = Duration.ZERO;
    private Duration maxDuration = Duration.ofMinutes(5);
    private WindowKind window = WindowKind.STEADY;
    private Duration timeout = Duration.ofSeconds(60);
    private Limits limits = Limits.NONE;
    private int maxNewTokens = 128;
    private boolean forceLength;
    private boolean stream = true;
    private boolean abort;
    private long seed = 42;
    private int repetitions = 1;
    private Scenario scenario = new Scenario("demo.DemoTest", "demo", Map.of(), Scenario.SINGLE);
    private String runId = "run";
    private Target target = Target.at("http://localhost:1");
    private Workload.Cache cache = Workload.Cache.SHARED;
    private BaselinePolicy baseline = BaselinePolicy.NONE;
    private Path output = Path.of("target");

    private TestPlan(Arrival arrival) {
        this.arrival = arrival;
    }

    public static TestPlan users(int users) {
        return new TestPlan(Arrival.ClosedLoop.of(users));
    }

    public static TestPlan rate(double rate) {
        return new TestPlan(new Arrival.OpenLoop(rate, Double.POSITIVE_INFINITY, OptionalInt.empty()));
    }

    public TestPlan spawnRate(double perSecond) {
        Arrival.ClosedLoop closed = (Arrival.ClosedLoop) arrival;
        arrival = new Arrival.ClosedLoop(closed.users(), Ramp.atRate(perSecond), closed.thinkTime(), closed.turns());
        return this;
    }

    public TestPlan ramp(String steps) {
        Arrival.ClosedLoop closed = (Arrival.ClosedLoop) arrival;
        arrival = new Arrival.ClosedLoop(closed.users(), Ramp.parse(steps), closed.thinkTime(), closed.turns());
        return this;
    }

    public TestPlan think(String time) {
        Arrival.ClosedLoop closed = (Arrival.ClosedLoop) arrival;
        arrival = new Arrival.ClosedLoop(closed.users(), closed.ramp(), ThinkTime.parse(time), closed.turns());
        return this;
    }

    public TestPlan turns(int most) {
        Arrival.ClosedLoop closed = (Arrival.ClosedLoop) arrival;
        arrival = new Arrival.ClosedLoop(closed.users(), closed.ramp(), closed.thinkTime(), most);
        return this;
    }

    public TestPlan burstiness(double burstiness) {
        Arrival.OpenLoop open = (Arrival.OpenLoop) arrival;
        arrival = new Arrival.OpenLoop(open.requestRate(), burstiness, open.maxInFlight());
        return this;
    }

    public TestPlan maxInFlight(int cap) {
        Arrival.OpenLoop open = (Arrival.OpenLoop) arrival;
        arrival = new Arrival.OpenLoop(open.requestRate(), open.burstiness(), OptionalInt.of(cap));
        return this;
    }

    public TestPlan warmup(String text) {
        warmup = Warmup.parse(text);
        return this;
    }

    public TestPlan requests(int n) {
        requests = OptionalInt.of(n);
        return this;
    }

    public TestPlan duration(Duration length) {
        duration = Optional.of(length);
        return this;
    }

    public TestPlan cooldown(Duration length) {
        cooldown = length;
        return this;
    }

    public TestPlan maxDuration(Duration length) {
        maxDuration = length;
        return this;
    }

    public TestPlan wholeRun() {
        window = WindowKind.WHOLE_RUN;
        return this;
    }

    public TestPlan timeout(Duration longest) {
        timeout = longest;
        return this;
    }

    public TestPlan each(OptionalDouble ttft, OptionalDouble tpot, OptionalDouble e2e) {
        limits = new Limits(List.of(), ttft, tpot, e2e);
        return this;
    }

    public TestPlan limits(String... expressions) {
        List<Limit> all = Stream.of(expressions).map(Limit::parse).toList();
        limits = new Limits(all, limits.eachTtft(), limits.eachTpot(), limits.eachE2e());
        return this;
    }

    public TestPlan abort() {
        abort = true;
        return this;
    }

    /** Answers of so many tokens, no more and no less. */
    public TestPlan forcedLength(int tokens) {
        maxNewTokens = tokens;
        forceLength = true;
        return this;
    }

    public TestPlan notStreamed() {
        stream = false;
        return this;
    }

    public TestPlan seed(long newSeed) {
        seed = newSeed;
        return this;
    }

    public TestPlan repetitions(int number) {
        repetitions = number;
        return this;
    }

    public TestPlan of(Scenario test) {
        scenario = test;
        return this;
    }

    public TestPlan run(String id) {
        runId = id;
        return this;
    }

    public TestPlan at(Target place) {
        target = place;
        return this;
    }

    public TestPlan uniquePrompts() {
        cache = Workload.Cache.UNIQUE;
        return this;
    }

    public TestPlan compared(BaselinePolicy policy) {
        baseline = policy;
        return this;
    }

    public TestPlan into(Path directory) {
        output = directory;
        return this;
    }

    public LoadPlan build() {
        Workload workload =
                new Workload(Workload.Prompts.of("chat", "hash"), maxNewTokens, forceLength, stream, 0, "", "", cache);
        Phases phases = new Phases(warmup, requests, duration, cooldown, maxDuration, window, abort);
        return new LoadPlan(
                scenario,
                runId,
                target,
                new Load(workload, arrival, phases, seed, repetitions, null, null),
                Caps.ofTimeout(timeout),
                new Criteria(limits, baseline, false),
                Observation.UNPROBED,
                new Output(output, false));
    }
}
