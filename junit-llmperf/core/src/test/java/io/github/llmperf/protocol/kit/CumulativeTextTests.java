package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CumulativeTextTests {

    @Test
    void findsWhatIsNew() {
        CumulativeText text = new CumulativeText("");

        assertThat(text.delta("a")).isEqualTo("a");
        assertThat(text.delta("ab")).isEqualTo("b");
        assertThat(text.delta("ab")).isEmpty();
        assertThat(text.delta("abc d")).isEqualTo("c d");
    }

    @Test
    void leavesOutAPromptThatIsRepeated() {
        CumulativeText text = new CumulativeText("Why? ");

        assertThat(text.delta("Why? ")).isEmpty();
        assertThat(text.delta("Why? Because")).isEqualTo("Because");
    }

    @Test
    void holdsAnIncompleteCharacterBackUntilItIsWhole() {
        CumulativeText text = new CumulativeText("");

        assertThat(text.delta("h\uFFFD")).isEqualTo("h");
        assertThat(text.delta("h\uFFFD\uFFFD")).isEmpty();
        assertThat(text.delta("hé")).isEqualTo("é");
    }

    @Test
    void handsOverWhatWasHeldBackWhenNothingFollows() {
        CumulativeText text = new CumulativeText("");

        assertThat(text.delta("h\uFFFD")).isEqualTo("h");
        assertThat(text.last("h\uFFFD")).isEqualTo("\uFFFD");
        assertThat(text.last("h\uFFFD")).isEmpty();
    }

    @Test
    void takesWhatDiffersForNewWhereAnEarlierPartChanged() {
        CumulativeText text = new CumulativeText("");

        assertThat(text.delta("abc")).isEqualTo("abc");
        assertThat(text.delta("abX")).isEqualTo("X");
    }

    @Test
    void findsNothingNewInATextThatShrank() {
        CumulativeText text = new CumulativeText("");

        assertThat(text.delta("abc")).isEqualTo("abc");
        assertThat(text.delta("ab")).isEmpty();
        assertThat(text.delta("abcd")).isEqualTo("d");
    }
}
