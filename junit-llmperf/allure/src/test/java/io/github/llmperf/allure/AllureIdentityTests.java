package io.github.llmperf.allure;

import static org.assertj.core.api.Assertions.assertThat;

import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.AllureResultsWriter;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.TestResult;
import io.qameta.allure.model.TestResultContainer;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Allure takes for the same test in another build, and what it makes of messages. */
class AllureIdentityTests {

    private static final String METHOD = "[class:com.acme.RagLatencyTest]/[test-template:staysResponsive()]";

    @Test
    void isTheSameInABuildWithAnotherSeedAndResult() {
        TestResult one = written(test("20", "A100", "#1", "42", "20260301-1", "PASS: fine"));
        TestResult other = written(test("20", "A100", "#1", "43", "20260302-1", "REGRESSION: slow"));

        assertThat(other.getHistoryId()).isEqualTo(one.getHistoryId()).matches("[0-9a-f]{32}");
        assertThat(identityOfAllure3(other)).isEqualTo(identityOfAllure3(one)).isEqualTo("[gpu=A100, users=20]");
    }

    @Test
    void isTheSameWhenACellIsPutBeforeIt() {
        TestResult one = written(test("20", "A100", "#1", "42", "r", "v"));
        TestResult later = written(test("20", "A100", "#2", "42", "r", "v"));

        assertThat(later.getHistoryId()).isEqualTo(one.getHistoryId());
    }

    @Test
    void differsForAnotherCellAndAnotherMachine() {
        TestResult one = written(test("20", "A100", "#1", "42", "r", "v"));

        assertThat(written(test("40", "A100", "#1", "42", "r", "v")).getHistoryId())
                .isNotEqualTo(one.getHistoryId());
        assertThat(written(test("20", "H100", "#1", "42", "r", "v")).getHistoryId())
                .isNotEqualTo(one.getHistoryId());
        assertThat(written(test("20", "A100", "#1", "42", "r", "v").setTestCaseId("another"))
                        .getHistoryId())
                .isNotEqualTo(one.getHistoryId());
    }

    @Test
    void hidesWhatAllureAddsByItself() {
        TestResult test = written(test("20", "A100", "#1", "42", "r", "PASS: fine"));

        assertThat(test.getParameters())
                .filteredOn(parameter -> parameter.getMode() == Parameter.Mode.HIDDEN)
                .extracting(Parameter::getName)
                .containsExactly("UniqueId", "seed", "runId", "result");
    }

    @Test
    void leavesOtherTestsAlone() {
        TestResult other = test("20", "A100", "#1", "42", "r", "v")
                .setHistoryId("of Allure")
                .setLabels(new ArrayList<>());

        assertThat(written(other).getHistoryId()).isEqualTo("of Allure");
        assertThat(identityOfAllure3(other)).contains("UniqueId=#1", "result=v");
    }

    @Test
    void makesNoTagOfWhatAServerSaid() {
        TestResult test = test("20", "A100", "#1", "42", "r", "v")
                .setStatusDetails(new StatusDetails()
                        .setMessage("ttft < 3 s, ≤ 4 s: <script>x</script><!-- <img src=x> <?xml")
                        .setTrace("at Foo.<init>(Foo.java:3)"));

        StatusDetails details = written(test).getStatusDetails();

        assertThat(details.getMessage()).isEqualTo("ttft < 3 s, ≤ 4 s: < script>x< /script>< !-- < img src=x> < ?xml");
        assertThat(details.getTrace()).isEqualTo("at Foo.< init>(Foo.java:3)");
    }

    @Test
    void leavesMessagesOfOtherTestsAlone() {
        TestResult other = test("20", "A100", "#1", "42", "r", "v")
                .setLabels(new ArrayList<>())
                .setStatusDetails(new StatusDetails().setMessage("<b>"));

        assertThat(written(other).getStatusDetails().getMessage()).isEqualTo("<b>");
    }

    private static TestResult test(
            String users, String gpu, String invocation, String seed, String runId, String result) {
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(new Parameter().setName("UniqueId").setValue(invocation));
        parameters.add(new Parameter().setName("users").setValue(users));
        parameters.add(new Parameter().setName("gpu").setValue(gpu));
        parameters.add(hidden("seed", seed));
        parameters.add(hidden("runId", runId));
        parameters.add(new Parameter().setName("result").setValue(result));
        return new TestResult()
                .setUuid("u")
                .setTestCaseId(METHOD)
                .setLabels(new ArrayList<>(
                        List.of(new Label().setName(AllureIdentity.VERDICT).setValue("PASS"))))
                .setParameters(parameters);
    }

    private static Parameter hidden(String name, String value) {
        return new Parameter().setName(name).setValue(value).setExcluded(true).setMode(Parameter.Mode.HIDDEN);
    }

    /** Through Allure itself, which must find the listener. */
    private static TestResult written(TestResult test) {
        AllureLifecycle lifecycle = new AllureLifecycle(new Nowhere());
        lifecycle.scheduleTestCase(test);
        lifecycle.startTestCase(test.getUuid());
        lifecycle.stopTestCase(test.getUuid());
        lifecycle.writeTestCase(test.getUuid());
        return test;
    }

    /** Allure 3 goes by the method and the parameters that are not excluded. */
    private static String identityOfAllure3(TestResult test) {
        return test.getParameters().stream()
                .filter(parameter -> !Boolean.TRUE.equals(parameter.getExcluded()))
                .map(parameter -> parameter.getName() + "=" + parameter.getValue())
                .sorted()
                .toList()
                .toString();
    }

    private static final class Nowhere implements AllureResultsWriter {

        @Override
        public void write(TestResult result) {}

        @Override
        public void write(TestResultContainer container) {}

        @Override
        public void write(String source, InputStream attachment) {}
    }
}
