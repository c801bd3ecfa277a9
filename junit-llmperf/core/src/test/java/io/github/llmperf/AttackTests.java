package io.github.llmperf;

import static io.github.llmperf.Playing.HEALTHY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.PlayedLlm.Played;
import io.github.llmperf.Playing.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers that are worse than their stored runs and must not come out green with the gate, and servers that are as good
 * and must not come out red. Builds that recorded the healthy server stored the runs. Effects are large, so that a busy
 * machine cannot hide them; a run that is INVALID for such a machine says nothing and is skipped.
 */
@EnabledIfSystemProperty(named = "llmperf-attack", matches = "true")
class AttackTests {

    private static final int STORED_RUNS = 3;
    private static final int TRIES = 8;

    @TempDir
    static Path histories;

    @TempDir
    Path directory;

    @AfterEach
    void playNothing() {
        PlayedLlm.willPlay(number -> HEALTHY);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void areRed(String name, Class<?> testCase, IntFunction<Playing> server, Set<String> verdicts) throws IOException {
        Gated gated = gate(testCase, server);

        assertThat(gated.verdict).as(gated.reason).isIn(verdicts);
        gated.run.fails();
    }

    static Stream<Arguments> areRed() {
        return Stream.of(
                attack("first token × 3", each(HEALTHY.first(120)), "REGRESSION"),
                attack("gaps × 4", each(HEALTHY.gap(12)), "REGRESSION"),
                attack("all × 3", each(HEALTHY.slower(3)), "REGRESSION"),
                attack("one token", each(HEALTHY.tokens(1)), "REGRESSION"),
                attack("a third of the tokens", each(HEALTHY.tokens(3)), "REGRESSION"),
                attack("a token less, first × 3", each(HEALTHY.tokens(7).first(120)), "REGRESSION"),
                attack("a quarter less, first × 3", each(HEALTHY.tokens(6).first(120)), "REGRESSION"),
                attack("no token", each(HEALTHY.tokens(0)), "ERROR"),
                attack("a smaller model", each(HEALTHY.model("tiny").slower(.6)), "NO_BASELINE", "UNDECIDED"),
                attack("another model, first × 3", each(HEALTHY.model("tiny").first(120)), "REGRESSION"),
                attack("counts × 10, all × 3", each(HEALTHY.usage(80).slower(3)), "REGRESSION"),
                attack("counts × 10", each(HEALTHY.usage(80)), "UNDECIDED", "NO_BASELINE"),
                attack("counts / 8", each(HEALTHY.usage(1)), "REGRESSION"),
                attack("counts 0, all × 3", each(HEALTHY.usage(0).slower(3)), "REGRESSION"),
                attack(
                        "no counts, bundles, all × 3",
                        each(HEALTHY.uncounted().bundle(4).slower(3)),
                        "REGRESSION"),
                attack("no counts, all × 3", each(HEALTHY.uncounted().slower(3)), "REGRESSION"),
                attack("all in one event", each(HEALTHY.bundle(8)), "REGRESSION"),
                attack("bundles, all × 3", each(HEALTHY.bundle(4).slower(3)), "REGRESSION"),
                attack(
                        "a role at once, first × 3",
                        each(HEALTHY.early(Playing.ROLE).first(120)),
                        "REGRESSION"),
                attack(
                        "pings at once, first × 3",
                        each(HEALTHY.early(Playing.PINGS).first(120)),
                        "REGRESSION"),
                attack(
                        "a space at once, first × 4",
                        each(HEALTHY.early(text(" ")).first(160)),
                        "REGRESSION"),
                attack(
                        "a word at once, first × 4",
                        each(HEALTHY.early(text("Well")).first(160)),
                        "REGRESSION"),
                attack("stalls in the middle", each(HEALTHY.stall(150)), "REGRESSION"),
                attack("a quarter waits", some(4, HEALTHY.first(400)), "REGRESSION"),
                attack("a quarter stalls", some(4, HEALTHY.stall(500)), "REGRESSION"),
                attack("one in five × 5", some(5, HEALTHY.slower(5)), "REGRESSION"),
                attack("a half × 4", some(2, HEALTHY.slower(4)), "REGRESSION"),
                attack("fast at first", after(20, HEALTHY.slower(4)), "REGRESSION", "INVALID"),
                attack("slow in the later half", after(60, HEALTHY.slower(4)), "REGRESSION", "INVALID"),
                attack("a quarter 500", some(4, HEALTHY.status(500)), "SLA_VIOLATED"),
                attack("a half 429", some(2, HEALTHY.status(429)), "SLA_VIOLATED"),
                attack("one in ten 503", some(10, HEALTHY.status(503)), "SLA_VIOLATED"),
                attack("a tenth hangs", some(10, HEALTHY.ending(Ending.HANG)), "SLA_VIOLATED"),
                attack("a tenth stops in the middle", some(10, HEALTHY.ending(Ending.STALL)), "SLA_VIOLATED"),
                attack("a quarter is cut", some(4, HEALTHY.ending(Ending.CUT)), "SLA_VIOLATED"),
                attack("a quarter is reset", some(4, HEALTHY.ending(Ending.RESET)), "SLA_VIOLATED"),
                attack("a quarter ends in an error", some(4, HEALTHY.ending(Ending.ERROR)), "SLA_VIOLATED"),
                attack("a quarter is empty", some(4, HEALTHY.tokens(0)), "SLA_VIOLATED"),
                attack("all cut", each(HEALTHY.ending(Ending.CUT)), "ERROR"),
                attack("all reset", each(HEALTHY.ending(Ending.RESET)), "ERROR"),
                attack(
                        "no reason, all × 3",
                        each(HEALTHY.ending(Ending.NO_REASON).slower(3)),
                        "REGRESSION"),
                attack("hangs from the 100th on", after(100, HEALTHY.ending(Ending.HANG)), "SLA_VIOLATED"),
                attack("one failure, all × 4", after(1, HEALTHY.slower(4), HEALTHY.status(500)), "REGRESSION"),
                on(OpenTestCase.class, "open: first × 3", each(HEALTHY.first(120)), "REGRESSION"),
                on(OpenTestCase.class, "open: a quarter stalls", some(4, HEALTHY.stall(800)), "REGRESSION"),
                on(OpenTestCase.class, "open: a tenth hangs", some(10, HEALTHY.ending(Ending.HANG)), "SLA_VIOLATED"),
                on(TimedTestCase.class, "1 s: all × 4", each(HEALTHY.slower(4)), "REGRESSION"),
                on(TimedTestCase.class, "1 s: all × 10", each(HEALTHY.slower(10)), "REGRESSION", "UNDECIDED"),
                on(
                        HundredTestCase.class,
                        "99 samples, × 4",
                        after(1, HEALTHY.slower(4), HEALTHY.status(500)),
                        "REGRESSION"),
                on(DurationTestCase.class, "1 s, all measures: all × 4", each(HEALTHY.slower(4)), "REGRESSION"),
                on(OpenTestCase.class, "open: carries three quarters", carrying(75), "REGRESSION", "SLA_VIOLATED"),
                on(OpenTestCase.class, "open: carries a half", carrying(50), "REGRESSION", "SLA_VIOLATED"),
                attack("serves one after another", carrying(25), "REGRESSION"),
                on(LimitedTestCase.class, "a half times out", some(2, HEALTHY.ending(Ending.HANG)), "SLA_VIOLATED"));
    }

    /** What a faked first token gains, the rest of the answer pays for. */
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void areRedThoughTheyLookFast(String name, Class<?> testCase, IntFunction<Playing> server, Set<String> verdicts)
            throws IOException {
        areRed(name, testCase, server, verdicts);
    }

    static Stream<Arguments> areRedThoughTheyLookFast() {
        String thought = HEALTHY.delta("\"reasoning_content\":\"hm\"", "null");
        return Stream.of(
                attack(
                        "a thought at once, first × 4",
                        each(HEALTHY.early(thought).first(160)),
                        "REGRESSION"),
                attack(
                        "an empty role and a space",
                        each(HEALTHY.early(Playing.ROLE + text(" ")).first(160)),
                        "REGRESSION"),
                attack("half the counts, all × 3", each(HEALTHY.usage(4).slower(3)), "REGRESSION"),
                attack("half the tokens, gaps × 4", each(HEALTHY.tokens(4).gap(12)), "REGRESSION"),
                attack(
                        "two thirds of the tokens, gaps × 4",
                        each(HEALTHY.tokens(5).gap(12)),
                        "REGRESSION"),
                attack("twice the tokens, all × 3", each(HEALTHY.tokens(16).slower(3)), "REGRESSION"),
                attack(
                        "twice the tokens, bundles, first × 3",
                        each(HEALTHY.tokens(16).bundle(4).first(120)),
                        "REGRESSION"),
                attack(
                        "a path of another model",
                        each(HEALTHY.model("/models/tiny").slower(.5)),
                        "NO_BASELINE",
                        "UNDECIDED"),
                attack("a quarter of another model", some(4, HEALTHY.model("tiny")), "NO_BASELINE", "UNDECIDED"),
                attack("one in twelve waits", some(12, HEALTHY.first(800)), "REGRESSION"),
                attack("302", each(HEALTHY.status(302)), "ERROR"),
                attack("204", each(HEALTHY.status(204)), "ERROR"),
                attack("one in twenty 401", some(20, HEALTHY.status(401)), "SLA_VIOLATED", "ERROR"),
                attack("refuses at first", after(30, HEALTHY, HEALTHY.status(503)), "SLA_VIOLATED", "ERROR"));
    }

    @ParameterizedTest
    @CsvSource({
        "llmperf.requests, 20",
        "llmperf.requests, 119",
        "llmperf.users, 1",
        "llmperf.users, 2",
        "llmperf.stream, off",
        "llmperf.maxNewTokens, 4",
        "llmperf.prompt, rag",
        "llmperf.thinkTime, 100ms",
        "llmperf.requestRate, 20/s",
        "llmperf.environment, elsewhere",
        "llmperf.target.model, tiny",
        "llmperf.baseline, off",
        "llmperf.baseline, calibrate",
        "llmperf.baseline, record",
        "llmperf.baseline.anchor, v9",
        "llmperf.baseline.accept, ' '",
        "llmperf.enabled, false",
        "llmperf.seed, 7",
        "llmperf.warmup, 5",
        "llmperf.window, STEADY"
    })
    void areRedWhateverIsSet(String key, String value) throws IOException {
        copy(stored(PlainTestCase.class).resolve("baselines"), directory.resolve("baselines"));
        PlayedLlm.willPlay(each(HEALTHY.slower(3)));

        LoadTestKit run = LoadTestKit.run(
                directory, PlainTestCase.class, Map.of("llmperf.probe", "false", "llmperf.gate", "true", key, value));

        assertThat(run.results().allEvents().failed().count()).isPositive();
        assertThat(run.results().testEvents().succeeded().count()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void areGreen(String name, Class<?> testCase, IntFunction<Playing> server) throws IOException {
        Gated gated = gate(testCase, server);

        assertThat(gated.verdict).as(gated.reason).isIn("PASS", "IMPROVED", "UNDECIDED");
        gated.run.passes();
    }

    static Stream<Arguments> areGreen() {
        return Stream.of(
                healthy(PlainTestCase.class, "unchanged", each(HEALTHY)),
                healthy(PlainTestCase.class, "jitter", number -> HEALTHY.first(35 + number * 37 % 11)),
                healthy(PlainTestCase.class, "a role at once", each(HEALTHY.early(Playing.ROLE))),
                healthy(PlainTestCase.class, "pings at once", each(HEALTHY.early(Playing.PINGS))),
                healthy(PlainTestCase.class, "a failure", after(1, HEALTHY, HEALTHY.status(500))),
                healthy(PlainTestCase.class, "one stall", after(1, HEALTHY, HEALTHY.stall(300))),
                healthy(PlainTestCase.class, "pairs of tokens", each(HEALTHY.bundle(2))),
                healthy(PlainTestCase.class, "twice as fast", each(HEALTHY.slower(.5))),
                healthy(PlainTestCase.class, "model as a path", each(HEALTHY.model("/models/played"))),
                healthy(PlainTestCase.class, "lengths vary", number -> HEALTHY.tokens(7 + number % 3)),
                healthy(PlainTestCase.class, "no reason", each(HEALTHY.ending(Ending.NO_REASON))),
                healthy(OpenTestCase.class, "open: unchanged", each(HEALTHY)),
                healthy(TimedTestCase.class, "1 s: unchanged", each(HEALTHY)));
    }

    // --- words of the tables ------------------------------------------------------------------------------------

    private static Arguments attack(String name, IntFunction<Playing> server, String... verdicts) {
        return on(PlainTestCase.class, name, server, verdicts);
    }

    private static Arguments on(Class<?> testCase, String name, IntFunction<Playing> server, String... verdicts) {
        return Arguments.of(name, testCase, server, Set.of(verdicts));
    }

    private static Arguments healthy(Class<?> testCase, String name, IntFunction<Playing> server) {
        return Arguments.of(name, testCase, server);
    }

    private static IntFunction<Playing> each(Playing playing) {
        return number -> playing;
    }

    /** One in so many; the others are served as ever. */
    private static IntFunction<Playing> some(int one, Playing playing) {
        return number -> number % one == one - 1 ? playing : HEALTHY;
    }

    private static IntFunction<Playing> after(int requests, Playing playing) {
        return after(requests, playing, HEALTHY);
    }

    private static IntFunction<Playing> after(int requests, Playing then, Playing first) {
        return number -> number < requests ? first : then;
    }

    /** Takes no more than so many a second; what waits, waits in the server. */
    private static IntFunction<Playing> carrying(double perSecond) {
        AtomicLong free = new AtomicLong();
        long each = (long) (1e9 / perSecond);
        return number -> {
            long now = System.nanoTime();
            long served = free.updateAndGet(before -> (number == 0 ? now : Math.max(before, now)) + each);
            return HEALTHY.first(HEALTHY.first() + (served - each - now) / 1e6);
        };
    }

    private static String text(String text) {
        return HEALTHY.delta("\"content\":\"" + text + "\"", "null");
    }

    // --- a build ------------------------------------------------------------------------------------------------

    private record Gated(LoadTestKit run, String verdict, String reason) {}

    private Gated gate(Class<?> testCase, IntFunction<Playing> server) throws IOException {
        Path stored = stored(testCase);
        copy(stored.resolve("baselines"), directory.resolve("baselines"));
        PlayedLlm.willPlay(server);
        LoadTestKit run =
                LoadTestKit.run(directory, testCase, Map.of("llmperf.probe", "false", "llmperf.gate", "true"));
        Path file = run.find("result.json").orElseThrow();
        assumeFalse(TooBusy.says(file), "the machine was too busy to measure");
        JsonNode result = new ObjectMapper().readTree(file.toFile());
        return new Gated(
                run, result.path("verdict").asText(), result.path("reason").asText());
    }

    /** Returns where so many builds of the healthy server were recorded. */
    private static Path stored(Class<?> testCase) throws IOException {
        Path at = histories.resolve(testCase.getSimpleName());
        for (int i = 0; i < TRIES && lines(at) < STORED_RUNS; i++) {
            PlayedLlm.willPlay(each(HEALTHY));
            LoadTestKit.runOnce(at, testCase, Map.of("llmperf.probe", "false", "llmperf.baseline", "record"));
        }
        assumeTrue(lines(at) >= STORED_RUNS, "the machine was too busy to record " + testCase.getSimpleName());
        return at;
    }

    private static long lines(Path at) throws IOException {
        if (!Files.isDirectory(at.resolve("baselines"))) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(at.resolve("baselines"))) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .mapToLong(file -> LoadTestKit.read(file).lines().count())
                    .sum();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    // --- loads --------------------------------------------------------------------------------------------------

    @Played
    static class PlainTestCase {
        @LlmLoad(users = 12, requests = 120, warmup = "0", timeout = "1s")
        void load() {}
    }

    @Played
    static class HundredTestCase {
        @LlmLoad(users = 10, requests = 100, warmup = "0", timeout = "1s")
        void load() {}
    }

    @Played
    static class OpenTestCase {
        @LlmLoad(requestRate = "100/s", requests = 120, warmup = "0", timeout = "1s")
        void load() {}
    }

    @Played
    @Baseline(gated = "ttft.p50")
    static class TimedTestCase {
        @LlmLoad(users = 5, duration = "1s", warmup = "0", timeout = "2s")
        void load() {}
    }

    @Played
    static class DurationTestCase {
        @LlmLoad(users = 12, duration = "1s", warmup = "0", timeout = "1s")
        void load() {}
    }

    @Played
    static class LimitedTestCase {
        @LlmLoad(users = 25, requests = 100, warmup = "0", timeout = "500ms")
        @Sla(ttftP99 = "300ms", errorRate = "10%")
        void load() {}
    }
}
