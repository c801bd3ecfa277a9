package io.github.llmperf.publish;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One load of a test, measured and judged, for {@link Publisher}s. Texts hold no secret that this library was told of.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class JudgedRun {

    private final Report report;
    private final boolean isLast;

    /**
     * Made by the extension, and by tests of publishers that ship with it.
     *
     * @param report all that was measured
     * @param isLast whether the build is ending early
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public JudgedRun(Report report, boolean isLast) {
        this.report = report;
        this.isLast = isLast;
    }

    /**
     * Returns the name of the test class.
     *
     * @return such as {@code com.acme.RagLatencyTest}; nested classes with {@code $}
     */
    public String className() {
        return scenario().className();
    }

    /**
     * Returns the name of the test method.
     *
     * @return such as {@code staysResponsive}; with the types of its parameters where another load test has its name
     */
    public String methodName() {
        return scenario().methodName();
    }

    /**
     * Returns which cell of the test's matrix this is.
     *
     * @return the value of each attribute that can span a matrix, such as {@code users} = 20, whether it varies or not
     */
    public Map<String, Object> cell() {
        return scenario().cell();
    }

    /**
     * Returns the name of the test as reports show it.
     *
     * @return such as {@code RagLatencyTest.staysResponsive[users=20]}
     */
    public String displayName() {
        return scenario().displayName();
    }

    /**
     * Returns what tells this run from all others.
     *
     * @return the id that {@code result.json} holds
     */
    public String runId() {
        return report.plan().runId();
    }

    /**
     * Returns when the load began.
     *
     * @return wall-clock time
     */
    public Instant startedAt() {
        return report.origin().startedAt();
    }

    /**
     * Returns the commit of the tested sources.
     *
     * @return a git commit; empty where none is known
     */
    public Optional<String> commit() {
        return Optional.ofNullable(report.origin().commit());
    }

    /**
     * Returns the name of the environment that stored runs belong to.
     *
     * @return {@code llmperf.environment}; {@code default} unless set
     */
    public String environment() {
        return report.origin().environment().name();
    }

    /**
     * Returns the model that was asked.
     *
     * @return as it is named in requests; empty where none was set
     */
    public String model() {
        return new SafeText(report).of(report.origin().environment().model());
    }

    /**
     * Returns the labels of the target.
     *
     * @return such as {@code gpu} = {@code A100}; empty without any
     */
    public SortedMap<String, String> labels() {
        SafeText safe = new SafeText(report);
        SortedMap<String, String> labels = new TreeMap<>();
        report.origin().environment().labels().forEach((label, value) -> labels.put(label, safe.of(value)));
        return labels;
    }

    /**
     * Returns the verdict. The test may fail all the same, by its body, which has not run yet.
     *
     * @return what the load came to
     */
    public Verdict verdict() {
        return report.judgement().verdict();
    }

    /**
     * Returns why, in one line.
     *
     * @return what decided first, in plain English
     */
    public String reason() {
        return new SafeText(report).of(report.reason());
    }

    /**
     * Returns whether the verdict fails the test, as strictly as it was asked for.
     *
     * @return true for a broken limit or a regression, and for what {@code llmperf.strict},
     *     {@code llmperf.gate} or {@code llmperf.baseline.required} make fail
     */
    public boolean failsTest() {
        return report.failsTest();
    }

    /**
     * Returns what was measured.
     *
     * @return distributions in ms, rates per second, counts of requests and tokens
     */
    public Measurement measurement() {
        return report.measurement();
    }

    /**
     * Returns where the files of the run lie.
     *
     * @return the directory of {@code result.json} and {@code report.html}
     */
    public Path directory() {
        return ResultFiles.forScenario(report.plan().output().directory(), scenario())
                .directory();
    }

    /**
     * Returns whether this is the last call of the build: it is being ended, by a signal for instance, and the end of the
     * test plan may never come.
     *
     * @return false in ordinary builds
     */
    public boolean isLastOfBuild() {
        return isLast;
    }

    /**
     * Returns all that reports show, for publishers that ship with this library; it may change at any time.
     *
     * @return the report
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public Report report() {
        return report;
    }

    private Scenario scenario() {
        return report.plan().scenario();
    }
}
