package io.github.llmperf.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClaimTests {

    @Test
    void isNotDecidedWhereChanceMayHaveBrokenIt() {
        assertThat(Claim.Answer.of(true, true)).isEqualTo(Claim.Answer.YES);
        assertThat(Claim.Answer.of(false, true)).isEqualTo(Claim.Answer.WITHIN_CHANCE);
        assertThat(Claim.Answer.of(false, false)).isEqualTo(Claim.Answer.NO);
    }

    @Test
    void isARowOfItsTable() {
        assertThat(new Claim("all is well", "2 of 3", Claim.Answer.NO).row())
                .isEqualTo("| all is well | 2 of 3 | **no** |\n");
    }
}
