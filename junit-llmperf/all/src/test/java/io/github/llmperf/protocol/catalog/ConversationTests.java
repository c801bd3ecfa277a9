package io.github.llmperf.protocol.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.baseline.PlanFixture;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.ThinkTime;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.ChatHistory;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.Workloads;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which dialects take the turns of a conversation, and how each writes them. */
class ConversationTests {

    private static final Workload WORKLOAD = Workloads.of(8, true, false, "Be brief.", "");

    /** Two turns, in the form in which users talk on. */
    private static final Prompt SECOND =
            ChatHistory.after(Prompt.of("Hi"), "Hello").ask(Prompt.of("Bye"));

    private static Target target(String api) {
        return Target.at("http://localhost:8000")
                .withApi(api)
                .withModel("m")
                .withHeader("Authorization", "none"); // so that SageMaker's requests need no keys
    }

    static Stream<Dialect> all() {
        return Dialects.all().stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void areTakenByADialectThatWritesMessagesAndByNoOther(Dialect dialect) {
        Target target = target(dialect.name());
        RequestWriter writer = dialect.writer(target, Workloads.of(8, true, false, "", ""));

        if (dialect.capabilities(target).conversations()) {
            assertThat(writer.write(SECOND).body()).containsSubsequence("Hi", "Hello", "Bye");
        } else {
            assertThatThrownBy(() -> writer.write(SECOND))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("prompt must be plain text with api \"" + dialect.name());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "openai-chat | {'model':'m','messages':[{'role':'system','content':'Be brief.'},{'role':'user','content':'Hi'},{'role':'assistant','content':'Hello'},{'role':'user','content':'Bye'}],'max_tokens':8,'temperature':0.0,'stream':true,'stream_options':{'include_usage':true}}",
                "sagemaker-openai-chat | {'messages':[{'role':'system','content':'Be brief.'},{'role':'user','content':'Hi'},{'role':'assistant','content':'Hello'},{'role':'user','content':'Bye'}],'max_tokens':8,'temperature':0.0,'stream':true,'stream_options':{'include_usage':true}}",
                "sagemaker | {'messages':[{'role':'system','content':'Be brief.'},{'role':'user','content':'Hi'},{'role':'assistant','content':'Hello'},{'role':'user','content':'Bye'}],'max_tokens':8,'temperature':0.0,'stream':true,'stream_options':{'include_usage':true}}",
                "djl-invocations | {'messages':[{'role':'system','content':'Be brief.'},{'role':'user','content':'Hi'},{'role':'assistant','content':'Hello'},{'role':'user','content':'Bye'}],'max_tokens':8,'temperature':0.0,'stream':true,'stream_options':{'include_usage':true}}",
                "ollama-chat | {'model':'m','messages':[{'role':'system','content':'Be brief.'},{'role':'user','content':'Hi'},{'role':'assistant','content':'Hello'},{'role':'user','content':'Bye'}],'stream':true,'truncate':false,'options':{'num_predict':8,'temperature':0.0}}",
                "lmdeploy-interactive | {'prompt':[{'role':'system','content':'Be brief.'},{'role':'user','content':'Hi'},{'role':'assistant','content':'Hello'},{'role':'user','content':'Bye'}],'interactive_mode':false,'request_output_len':8,'temperature':0.0,'stream':true}",
                "anthropic-messages | {'model':'m','max_tokens':8,'messages':[{'role':'user','content':'Hi'},{'role':'assistant','content':'Hello'},{'role':'user','content':'Bye'}],'temperature':0.0,'stream':true,'system':'Be brief.'}",
                "gemini | {'contents':[{'role':'user','parts':[{'text':'Hi'}]},{'role':'model','parts':[{'text':'Hello'}]},{'role':'user','parts':[{'text':'Bye'}]}],'generationConfig':{'maxOutputTokens':8,'temperature':0.0},'systemInstruction':{'parts':[{'text':'Be brief.'}]}}"
            })
    void areWrittenAsEachApiSaysThem(String api, String body) {
        assertThat(Dialects.named(api)
                        .writer(target(api), WORKLOAD)
                        .write(SECOND)
                        .body())
                .isEqualTo(body.replace('\'', '"'));
    }

    @Test
    void haveTheSystemTextOnceInFront() {
        Prompt own =
                new Prompt("", "[{\"role\":\"system\",\"content\":\"A\"},{\"role\":\"user\",\"content\":\"Hi\"}]", 3);
        Prompt second = ChatHistory.after(own, "Hello").ask(own);

        assertThat(Dialects.named("anthropic-messages")
                        .writer(target("anthropic-messages"), WORKLOAD)
                        .write(second)
                        .body())
                .contains("\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"},"
                        + "{\"role\":\"assistant\",\"content\":\"Hello\"},{\"role\":\"user\",\"content\":\"Hi\"}]")
                .endsWith("\"system\":\"Be brief.\\n\\nA\"}");
    }

    @Test
    void areRefusedWhereOneTextIsAllThatIsTaken() {
        PlanFixture plan = new PlanFixture();
        plan.arrival = new Arrival.ClosedLoop(2, Ramp.AT_ONCE, ThinkTime.NONE, 4);
        plan.target = target("tgi-generate");
        assertThatThrownBy(() -> Dialects.check(plan.build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "turns must be 1 with api \"tgi-generate\", which takes one text and no earlier turns, but is"
                                + " 4; remove it, or use an api that takes messages, such as \"openai-chat\"");

        plan.target = target("openai-chat");
        assertThatCode(() -> Dialects.check(plan.build())).doesNotThrowAnyException();
        plan.target = target("tgi-generate");
        plan.arrival = Arrival.ClosedLoop.of(2);
        assertThatCode(() -> Dialects.check(plan.build())).doesNotThrowAnyException();
    }
}
