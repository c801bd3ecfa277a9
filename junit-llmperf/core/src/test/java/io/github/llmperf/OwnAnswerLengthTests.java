package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;

/** Entries that say how long their answer may be, from the file to the server and the report. */
class OwnAnswerLengthTests {

    private static final Pattern MOST = Pattern.compile("\"max_tokens\":(\\d+)");

    @TempDir
    Path directory;

    @Test
    void areAskedForUpToTheLengthOfTheLoad() throws IOException {
        String file = write(
                "own.jsonl",
                "{\"prompt\":\"short\",\"max_tokens\":3}\n{\"prompt\":\"long\",\"max_tokens\":900}\n\"plain\"\n");

        LoadTestKit run = LoadTestKit.run(
                        directory, OwnTestCase.class, Map.of("llmperf.prompt", file, "llmperf.records", "full"))
                .passes();

        assertThat(mostAsked("short")).containsExactly(3);
        assertThat(mostAsked("long")).containsExactly(50);
        assertThat(mostAsked("plain")).containsExactly(50);
        assertThat(run.written("result.json"))
                .as("no answer is told to be longer or shorter than asked")
                .doesNotContain("usage counts more", "shorter than maxNewTokens");
    }

    @Test
    void ofRecordedAnswersAreForced() throws IOException {
        String file = write(
                "share.json",
                "[{\"conversations\":[{\"from\":\"human\",\"value\":\"short\"},"
                        + "{\"from\":\"gpt\",\"value\":\"eight tokens are in this text..\"}]}]");

        LoadTestKit.run(directory, OwnTestCase.class, Map.of("llmperf.prompt", file, "llmperf.forceLength", "ON"))
                .passes();
        assertThat(mostAsked("short")).containsExactly(8);
        assertThat(ObedientLlm.ASKED).last().asString().contains("\"min_tokens\":8");

        LoadTestKit.run(directory, OwnTestCase.class, Map.of("llmperf.prompt", file))
                .passes();
        assertThat(mostAsked("short")).containsExactly(50);
    }

    @Test
    void areNotLostToAnExtraBody() throws IOException {
        String file = write("own.jsonl", "{\"prompt\":\"short\",\"max_tokens\":3}\n");

        Throwable refusal = LoadTestKit.run(directory, ExtraTestCase.class, Map.of("llmperf.prompt", file))
                .fails();

        assertThat(refusal)
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageContaining("extraBody must not set the length of the answers where entries of prompt set '"
                        + file + "' have one of their own");
    }

    private static Set<Integer> mostAsked(String prompt) {
        Set<Integer> most = new TreeSet<>();
        for (String body : ObedientLlm.ASKED) {
            if (body.contains(prompt)) {
                MOST.matcher(body).results().forEach(found -> most.add(Integer.valueOf(found.group(1))));
            }
        }
        return most;
    }

    private String write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    @LlmTarget(from = ObedientLlm.class, model = "m")
    static class OwnTestCase {
        @LlmLoad(users = 2, requests = 12, maxNewTokens = 50, cache = Cache.SHARED)
        void asks() {}
    }

    @LlmTarget(from = ObedientLlm.class, model = "m")
    static class ExtraTestCase {
        @LlmLoad(requests = 4, maxNewTokens = 50, extraBody = "{\"max_tokens\": 20}")
        void asks() {}
    }
}
