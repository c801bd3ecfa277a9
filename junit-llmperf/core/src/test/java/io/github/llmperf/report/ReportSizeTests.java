package io.github.llmperf.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages and pictures stay small whatever there is to tell. */
class ReportSizeTests {

    private static final int MOST_OF_A_PAGE = 500_000;
    private static final int MOST_OF_A_PICTURE = 100_000;

    @Test
    @Tag("simulation")
    void aPageOfAHundredThousandRequestsWithAllThereCanBeStaysSmall() {
        Report report = LargeReports.worst();

        assertThat(new HtmlRenderer().render(report).getBytes(UTF_8)).hasSizeLessThan(MOST_OF_A_PAGE);
        assertThat(new TimelineSvg().render(report).getBytes(UTF_8)).hasSizeLessThan(MOST_OF_A_PICTURE);
        assertThat(new SvgChart().render(report).getBytes(UTF_8)).hasSizeLessThan(MOST_OF_A_PICTURE);
        assertThat(report.measurement().requests().attempted()).isEqualTo(100_000);
        assertThat(report.measurement().requests().failed()).isEqualTo(10_000);
    }

    @Test
    void aPageOfTheMostDotsStaysSmall() {
        Report report = Reports.ofManyRequests(400).build();

        assertThat(report.overTime().timeline().requests().dots()).hasSize(400);
        assertThat(new HtmlRenderer().render(report).getBytes(UTF_8)).hasSizeLessThan(MOST_OF_A_PAGE / 4);
    }
}
