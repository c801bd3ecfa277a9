package io.github.llmperf.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.model.StoredFixture;
import org.junit.jupiter.api.Test;

class EnvironmentHtmlTests {

    private static String section(ReportBuilder reports) {
        Report report = reports.build();
        return new EnvironmentHtml(report, new SafeText(report)).section().toString();
    }

    @Test
    void marksAndCountsWhatIsNotAsItWas() {
        assertThat(section(Reports.regression().comparedWith(StoredFixture.runs(2))))
                .contains(
                        "<p>1 fact differs from the newest stored run, of 2026-02-02 (commit c0ffee01d1): server.</p>")
                .contains("<dd>vllm/0.9.1 <span class=\"tag open was\">≠ was vllm/0.9.0</span></dd>")
                .containsOnlyOnce("≠ was");
    }

    @Test
    void marksNothingWithoutABaseline() {
        assertThat(section(Reports.withoutBaseline())).doesNotContain("≠ was", "<p>");
    }

    @Test
    void saysThatNothingDiffers() {
        assertThat(section(Reports.regression().served("vllm/0.9.0").comparedWith(StoredFixture.runs(1))))
                .contains("<p>As far as it is known, all is as in the newest stored run, of 2026-02-01 (commit"
                        + " c0ffee00d1).</p>")
                .doesNotContain("≠ was");
    }

    @Test
    void takesAnotherPortOfThisMachineForTheSamePlace() {
        assertThat(section(Reports.regression()
                        .at("http://127.0.0.1:40123")
                        .served("vllm/0.9.0")
                        .comparedWith(StoredFixture.runs(1))))
                .doesNotContain("≠ was");
        assertThat(section(Reports.regression()
                        .at("http://gpu-7:8000")
                        .served("vllm/0.9.0")
                        .comparedWith(StoredFixture.runs(1))))
                .contains("<dd>http://gpu-7:8000 <span class=\"tag open was\">≠ was http://localhost:8000</span></dd>");
    }
}
