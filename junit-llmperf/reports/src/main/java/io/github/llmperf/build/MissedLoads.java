package io.github.llmperf.build;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.json.NotRun;
import io.github.llmperf.report.json.TestOutcome;
import io.github.llmperf.report.text.VisibleText;
import io.github.llmperf.secret.KnownSecrets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Follows a test plan and knows which of its load tests left no result: wrong settings, a failing {@code @BeforeEach} or
 * {@code @BeforeAll}, whatever skips a test. JUnit alone knows them all.
 */
final class MissedLoads {

    /** Every load test has it, by its annotation. */
    private static final TestTag TAG = TestTag.create("llmperf");

    static final String TEMPLATE = "test-template";

    private static final String AFTER_ALL = "@AfterAll";

    private final Map<String, Why> ends = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** Why something was not run; empty text where it was. */
    private record Why(boolean skipped, String reason) {

        private static final Why RAN = new Why(false, "");

        private boolean isNone() {
            return reason.isEmpty();
        }
    }

    void clear() {
        ends.clear();
        told.clear();
    }

    /** Remembers that a test has a result. */
    void told(TestIdentifier test) {
        told.add(test.getUniqueId());
    }

    void skipped(TestIdentifier test, String reason) {
        ends.put(
                test.getUniqueId(),
                new Why(true, reason.isBlank() ? "no reason is given" : VisibleText.text(KnownSecrets.maskIn(reason))));
    }

    void ended(TestIdentifier test, TestExecutionResult result) {
        ends.put(
                test.getUniqueId(),
                switch (result.getStatus()) {
                    case SUCCESSFUL -> Why.RAN;
                    case ABORTED -> new Why(true, words(result));
                    case FAILED -> new Why(false, words(result));
                });
    }

    private static String words(TestExecutionResult result) {
        return result.getThrowable()
                .map(TestOutcome::words)
                .map(KnownSecrets::maskIn)
                .orElse("no reason is given");
    }

    /** Returns why a test failed, be it by its verdict or by anything else; empty where it did not. */
    Optional<String> failure(String id) {
        return Optional.ofNullable(ends.get(id))
                .filter(why -> !why.skipped() && !why.isNone())
                .map(Why::reason);
    }

    /** Returns what JUnit knows each load test of a plan by, those with a result included. */
    List<NotRun> of(TestPlan plan, Instant now, Optional<String> build) {
        List<NotRun> missed = new ArrayList<>();
        loadTests(plan).forEach(test -> missed(plan, test, now, build, missed));
        classes(plan).forEach(failed -> afterwards(failed, now, build).ifPresent(missed::add));
        return missed;
    }

    /** Returns the load tests of a plan: methods, whatever the number of their cells. */
    static List<TestIdentifier> loadTests(TestPlan plan) {
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .filter(MissedLoads::isLoadTest)
                .toList();
    }

    /** Returns what JUnit knows the load tests of a plan, their invocations and their classes by. */
    static Set<String> ids(TestPlan plan) {
        Stream<TestIdentifier> tests = loadTests(plan).stream()
                .flatMap(test -> Stream.concat(Stream.of(test), plan.getChildren(test).stream()));
        return Stream.concat(tests, classes(plan))
                .map(TestIdentifier::getUniqueId)
                .collect(Collectors.toSet());
    }

    private static Stream<TestIdentifier> classes(TestPlan plan) {
        return loadTests(plan).stream()
                .flatMap(test -> Stream.iterate(
                                plan.getParent(test), Optional::isPresent, above -> above.flatMap(plan::getParent))
                        .flatMap(Optional::stream))
                .filter(above ->
                        above.getSource().filter(ClassSource.class::isInstance).isPresent())
                .distinct();
    }

    /** A class that fails once its tests have run: its {@code @AfterAll}, which JUnit alone tells of. */
    private Optional<NotRun> afterwards(TestIdentifier of, Instant now, Optional<String> build) {
        boolean hasRun = told.stream().anyMatch(id -> id.startsWith(of.getUniqueId() + "/"));
        return failure(of.getUniqueId())
                .filter(why -> hasRun)
                .map(why -> new NotRun(
                        new Scenario(
                                ((ClassSource) of.getSource().orElseThrow()).getClassName(),
                                AFTER_ALL,
                                Map.of(),
                                Scenario.SINGLE),
                        of.getUniqueId(),
                        false,
                        "the class failed after its tests: " + why,
                        now,
                        build));
    }

    private static boolean isLoadTest(TestIdentifier test) {
        return test.getTags().contains(TAG)
                && test.getSource().filter(MethodSource.class::isInstance).isPresent()
                && UniqueId.parse(test.getUniqueId()).getLastSegment().getType().equals(TEMPLATE);
    }

    private void missed(TestPlan plan, TestIdentifier test, Instant now, Optional<String> build, List<NotRun> missed) {
        Set<TestIdentifier> cells = plan.getChildren(test);
        for (TestIdentifier cell : cells) {
            Why why = ends.getOrDefault(cell.getUniqueId(), Why.RAN);
            if (!told.contains(cell.getUniqueId()) && !why.isNone()) {
                missed.add(notRun(plan, test, cell, why, now, build));
            }
        }
        Why whole = ends.get(test.getUniqueId());
        Why why = whole == null && cells.isEmpty() ? above(plan, test) : whole == null ? Why.RAN : whole;
        if (!why.isNone()) {
            missed.add(notRun(plan, test, test, why, now, build));
        }
    }

    /** What kept a class from being run kept its tests from it. */
    private Why above(TestPlan plan, TestIdentifier test) {
        Optional<TestIdentifier> parent = plan.getParent(test);
        while (parent.isPresent()) {
            Why why = ends.getOrDefault(parent.get().getUniqueId(), Why.RAN);
            if (!why.isNone()) {
                return why;
            }
            parent = plan.getParent(parent.get());
        }
        return Why.RAN;
    }

    private static NotRun notRun(
            TestPlan plan, TestIdentifier test, TestIdentifier cell, Why why, Instant now, Optional<String> build) {
        MethodSource method = (MethodSource) test.getSource().orElseThrow();
        boolean single = cell.equals(test) || plan.getChildren(test).size() == 1;
        return new NotRun(
                new Scenario(
                        method.getClassName(),
                        name(plan, test, method),
                        Map.of(),
                        single ? Scenario.SINGLE : VisibleText.text(cell.getDisplayName())),
                cell.getUniqueId(),
                why.skipped(),
                why.skipped() ? why.reason() : "no load was run: " + why.reason(),
                now,
                build);
    }

    /** As results name it: with its parameters where another load test of the class has the same name. */
    private static String name(TestPlan plan, TestIdentifier test, MethodSource method) {
        boolean overloaded = plan.getParent(test).stream()
                .flatMap(parent -> plan.getChildren(parent).stream())
                .filter(other -> !other.equals(test) && isLoadTest(other))
                .map(other -> (MethodSource) other.getSource().orElseThrow())
                .anyMatch(other -> other.getMethodName().equals(method.getMethodName()));
        return overloaded
                ? method.getMethodName() + "("
                        + method.getMethodParameterTypes().replace(" ", "") + ")"
                : method.getMethodName();
    }
}
