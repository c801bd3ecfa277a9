package io.github.llmperf.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchCellsTests {

    @Test
    void areNoMoreThanSixtyEachWithANameAndASeedOfItsOwn() throws IOException {
        List<BenchCell> cells = BenchCells.read();

        assertThat(cells).hasSizeBetween(1, 60);
        assertThat(cells).extracting(BenchCell::name).doesNotHaveDuplicates();
        assertThat(cells).extracting(BenchCell::seed).doesNotHaveDuplicates();
    }

    @Test
    void drawRequestsInSixCellsAndTenThousandRunsInAllOthers() throws IOException {
        List<BenchCell> cells = BenchCells.read();

        assertThat(cells.stream().filter(cell -> cell.source() == BenchCell.Source.REQUEST))
                .hasSize(6);
        assertThat(cells.stream().filter(cell -> cell.source() == BenchCell.Source.RUN))
                .extracting(BenchCell::experiments)
                .containsOnly(10_000);
    }

    @Test
    void nameTheCellWhoseNumberIsOutOfRange() throws IOException {
        BenchCell cell = BenchCells.read().get(0);

        assertThatThrownBy(() -> cell.withExperiments(0))
                .hasMessage("cell \"quiet +0%\": experiments must be 1 or more, but are 0");
    }
}
