package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuPressureTests {

    @TempDir
    private Path directory;

    @Test
    void readsTheTimeInWhichAnythingWaited() throws IOException {
        assertThat(
                        micros(
                                """
                        some avg10=1.73 avg60=6.62 avg300=5.89 total=7173149875
                        full avg10=0.00 avg60=0.00 avg300=0.00 total=12
                        """))
                .hasValue(7_173_149_875L);
    }

    @Test
    void isUnknownWhereTheSystemDoesNotCountIt() throws IOException {
        assertThat(new CpuPressure(directory.resolve("missing")).micros()).isEmpty();
        assertThat(micros("")).isEmpty();
        assertThat(micros("full avg10=0.00 total=12\n")).isEmpty();
    }

    @Test
    void isThePartOfTheTimeBetween() {
        assertThat(CpuPressure.part(OptionalLong.of(1000), OptionalLong.of(251_000), 1_000_000_000))
                .isEqualTo(.25);
        assertThat(CpuPressure.part(OptionalLong.of(0), OptionalLong.of(2_000_000), 1_000_000_000))
                .as("counted a little later than the time")
                .isEqualTo(1);
        assertThat(CpuPressure.part(OptionalLong.empty(), OptionalLong.of(1), 1))
                .isNaN();
        assertThat(CpuPressure.part(OptionalLong.of(1), OptionalLong.empty(), 1))
                .isNaN();
        assertThat(CpuPressure.part(OptionalLong.of(1), OptionalLong.of(1), 0)).isNaN();
    }

    private OptionalLong micros(String text) throws IOException {
        return new CpuPressure(Files.writeString(directory.resolve("cpu"), text)).micros();
    }
}
