package io.github.llmperf.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.plan.Scenario;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptSettingTests {

    private static final Scenario CELL =
            new Scenario("com.acme.Outer$RagTest", "answers", Map.of("users", 20, "stage", 2), "users=20,stage=2");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Outer$RagTest",
                "com.acme.Outer.RagTest",
                "Outer.RagTest",
                "RagTest",
                "RagTest.answers",
                "com.acme.Outer.RagTest.answers",
                "Outer.RagTest.answers[users=20]"
            })
    void knowsATestByEachOfItsNames(String name) {
        assertThat(AcceptSetting.parse(name + "= larger model ").reasonFor(CELL))
                .contains("larger model");
    }

    @Test
    void takesTheReasonOfTheNameThatSaysMost() {
        AcceptSetting setting = AcceptSetting.parse("RagTest=a;RagTest.answers[users=20]=b;RagTest.answers=c");

        assertThat(setting.reasonFor(CELL)).contains("b");
        assertThat(setting.reasonFor(new Scenario("com.acme.Outer$RagTest", "answers", Map.of(), "users=5")))
                .contains("c");
        assertThat(setting.reasonFor(new Scenario("com.acme.Outer$RagTest", "sums", Map.of(), Scenario.SINGLE)))
                .contains("a");
    }

    @Test
    void leavesTestsAloneThatAreNotNamed() {
        AcceptSetting setting = AcceptSetting.parse("OtherTest=larger model; RagTest.other=x");

        assertThat(setting.reasonFor(CELL)).isEmpty();
        assertThat(setting.byTest()).containsOnlyKeys("OtherTest", "RagTest.other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"larger model", "we now use batch=16", "see #12; meant"})
    void takesWordsForABareReason(String text) {
        AcceptSetting setting = AcceptSetting.parse(text);

        assertThat(setting.bare()).contains(text);
        assertThat(setting.reasonFor(CELL)).contains(text);
    }

    @Test
    void keepsASemicolonThatNoNameFollows() {
        assertThat(AcceptSetting.parse("RagTest=larger model; see #12;OtherTest=x")
                        .byTest())
                .containsEntry("RagTest", "larger model; see #12")
                .containsEntry("OtherTest", "x");
    }

    @Test
    void knowsAnOverloadedMethodAndOneWithBlanks() {
        Scenario overloaded = new Scenario("a.RagTest", "answers(int,int)", Map.of(), Scenario.SINGLE);
        assertThat(AcceptSetting.parse("RagTest.answers(int,int)=why").reasonFor(overloaded))
                .contains("why");
        assertThat(AcceptSetting.parse("RagTest.answers=why").reasonFor(overloaded))
                .contains("why");
        assertThat(AcceptSetting.parse("RagTest.stays responsive=why")
                        .reasonFor(new Scenario("a.RagTest", "stays responsive", Map.of(), Scenario.SINGLE)))
                .contains("why");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "RagTest=", "A=x;RagTest= "})
    void refusesABlankReason(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AcceptSetting.parse(text))
                .withMessage(
                        "value must be a reason in words, or test=reason, as in \"RagLatencyTest=larger model\", but"
                                + " the reason is blank");
    }

    @Test
    void refusesATestThatIsNamedTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AcceptSetting.parse("RagTest=a;RagTest=b"))
                .withMessage("each test must be named once, but RagTest is named twice");
    }
}
