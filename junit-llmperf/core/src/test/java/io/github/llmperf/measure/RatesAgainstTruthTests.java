package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rates of runs against servers whose throughput is known. Requests take a second in the mean and bring 100 tokens, the
 * first after .3 of their time. Rates of windows of a few such seconds are averaged over many runs, whose windows end in
 * all phases of a request; a cooldown keeps the load up behind them.
 */
class RatesAgainstTruthTests {

    private static final int USERS = 20;
    private static final int TOKENS = 100;
    private static final double MEAN = 1000;
    private static final double EXACT = .02;
    private static final int RUNS = 100;

    /** How long requests take, in parts of their mean. */
    private enum Service {
        FIXED {
            @Override
            double draw(SplittableRandom random) {
                return 1;
            }
        },
        NEARLY_FIXED {
            @Override
            double draw(SplittableRandom random) {
                return .95 + .1 * random.nextDouble();
            }
        },
        UNIFORM {
            @Override
            double draw(SplittableRandom random) {
                return .5 + random.nextDouble();
            }
        },
        LOGNORMAL {
            @Override
            double draw(SplittableRandom random) {
                double sigma = .5;
                return Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
            }
        };

        abstract double draw(SplittableRandom random);

        /** A server with room for every request. */
        Server parallel(long seed) {
            return (request, index, user) -> {
                double part = draw(new SplittableRandom(1_000_003 * seed + index));
                return answered(request, Math.round(MEAN * part));
            };
        }
    }

    private static TestRecord answered(TestRecord request, long millis) {
        long sent = request.build().moments().sent() / 1_000_000;
        return answered(request, sent, sent + millis);
    }

    private static TestRecord answered(TestRecord request, long begun, long end) {
        long first = begun + Math.round(.3 * (end - begun));
        long step = (end - first) / 4;
        return request.tokensAt(first, first + step, first + 2 * step, end - step, end)
                .output(TOKENS, 4 * TOKENS)
                .prompt(400, TOKENS);
    }

    /** A server that answers one request after the other. */
    private static Server oneByOne(long millisEach) {
        long[] free = new long[1];
        return (request, index, user) -> {
            long begun = Math.max(free[0], request.build().moments().sent() / 1_000_000);
            free[0] = begun + millisEach;
            return answered(request, begun, free[0]);
        };
    }

    /** A load, the servers that carry it, and what they carry per second. */
    private record Load(String name, double truth, int runs, LongFunction<TestPlan> plan, LongFunction<Server> server) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Load> loads() {
        Stream<Load> parallel = Stream.of(Service.values()).flatMap(service -> Stream.of(
                        few("a time", service, RatesAgainstTruthTests::lasting),
                        few("a number of requests", service, RatesAgainstTruthTests::numbered),
                        few("a rate", service, RatesAgainstTruthTests::atRate),
                        few("random moments", service, (runs, run) -> atRate(runs, run)
                                .burstiness(1)),
                        List.of(
                                many("long", service, users().warmup("1").duration(seconds(60))),
                                many("many", service, users().warmup("1").requests(60 * USERS)),
                                many(
                                        "not streamed",
                                        service,
                                        users().warmup("1")
                                                .duration(seconds(60))
                                                .notStreamed()),
                                many("ramp", service, users().spawnRate(10).duration(seconds(60))),
                                many(
                                        "whole run",
                                        service,
                                        users().duration(seconds(100)).wholeRun())))
                .flatMap(List::stream));
        return Stream.concat(parallel, queues());
    }

    private static Stream<Load> queues() {
        return Stream.of(
                queue("users queue", run -> users().warmup("1").duration(phase(5, run))),
                queue("a number of requests queues", run -> users().warmup("1").requests(41 + (int) run)),
                queue("a queue grows", run -> TestPlan.rate(20).duration(phase(5, run))),
                queue("all at once", run -> TestPlan.rate(Double.POSITIVE_INFINITY)
                        .requests(50 + (int) run)));
    }

    private static Load queue(String name, LongFunction<TestPlan> plan) {
        return new Load(name, 10, RUNS, plan, run -> oneByOne(100));
    }

    private static List<Load> few(String name, Service service, BiFunction<Integer, Long, TestPlan> plan) {
        return IntStream.of(service == Service.LOGNORMAL ? 3 : 2, 5)
                .mapToObj(rounds -> new Load(
                        name + ", " + rounds + " rounds, " + service,
                        USERS,
                        RUNS,
                        run -> plan.apply(rounds, run),
                        service::parallel))
                .toList();
    }

    private static Load many(String name, Service service, TestPlan plan) {
        return new Load(name + ", " + service, USERS, 1, run -> plan, service::parallel);
    }

    private static TestPlan users() {
        return TestPlan.users(USERS);
    }

    private static TestPlan lasting(int rounds, long run) {
        return users().warmup("1").duration(phase(rounds, run)).cooldown(seconds(4));
    }

    private static TestPlan numbered(int rounds, long run) {
        int requests = (int) (USERS * (rounds + 1 + run / (double) RUNS));
        return users().warmup("1").requests(requests).cooldown(seconds(4));
    }

    private static TestPlan atRate(int rounds, long run) {
        return TestPlan.rate(USERS)
                .seed(run)
                .warmup("2s")
                .duration(phase(rounds, run))
                .cooldown(seconds(4));
    }

    /** So many rounds and a part of one. */
    private static Duration phase(int rounds, long run) {
        return Duration.ofMillis(Math.round(MEAN * (rounds + run / (double) RUNS)));
    }

    private static Duration seconds(int n) {
        return Duration.ofSeconds(n);
    }

    @ParameterizedTest
    @MethodSource("loads")
    void areThoseOfTheServer(Load load) {
        double requests = 0;
        double attempts = 0;
        double output = 0;
        double prompt = 0;
        for (long run = 0; run < load.runs(); run++) {
            TestPlan plan = load.plan().apply(run);
            Measurement measurement = Recorder.measure(
                    plan.build(), VirtualRun.of(plan, load.server().apply(run)));
            requests += rate(measurement, Metric.REQUEST_RATE);
            attempts += rate(measurement, Metric.ATTEMPT_RATE);
            output += rate(measurement, Metric.OUTPUT_TOKEN_RATE) / TOKENS;
            prompt += rate(measurement, Metric.PROMPT_TOKEN_RATE) / TOKENS;
        }
        double truth = load.truth() * load.runs();
        assertThat(requests / truth).as("requests").isCloseTo(1, within(EXACT));
        assertThat(attempts / truth).as("attempts").isCloseTo(1, within(EXACT));
        assertThat(output / truth).as("output tokens").isCloseTo(1, within(EXACT));
        assertThat(prompt / truth).as("prompt tokens").isCloseTo(1, within(EXACT));
    }

    private static double rate(Measurement measurement, Metric metric) {
        return measurement.value(Measure.of(metric)).orElseThrow();
    }
}
