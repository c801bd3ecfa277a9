package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.report.svg.FreePlace.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePlaceTests {

    private static final String TEN = "0123456789";

    @Test
    void writesAboveTheLevelAtTheLeftWhereNothingIs() {
        assertThat(new FreePlace(List.of(x -> 300)).along(100, 10, 500, TEN)).isEqualTo(new Place(10, 95));
    }

    @Test
    void writesBelowWhatALineRunsThrough() {
        assertThat(new FreePlace(List.of(x -> 92)).along(100, 10, 500, TEN)).isEqualTo(new Place(10, 114));
    }

    @Test
    void writesFurtherRightWhereLinesRunThroughBoth() {
        assertThat(new FreePlace(List.of(x -> x < 100 ? 92 : 300, x -> x < 100 ? 110 : 300)).along(100, 10, 500, TEN))
                .isEqualTo(new Place(116, 95));
    }

    @Test
    void writesNoLabelOverAnother() {
        FreePlace places = new FreePlace(List.of());

        assertThat(places.along(100, 10, 500, TEN)).isEqualTo(new Place(10, 95));
        assertThat(places.along(98, 10, 500, TEN)).isEqualTo(new Place(10, 112));
    }
}
