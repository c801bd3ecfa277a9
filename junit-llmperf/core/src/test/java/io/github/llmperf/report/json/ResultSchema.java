package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The schema that is published, asked by the validator of somebody else. */
public final class ResultSchema {

    static final JsonNode SOURCE = source();

    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(SOURCE);

    private ResultSchema() {}

    private static JsonNode source() {
        try (InputStream file = JsonRenderer.class.getResourceAsStream("/io/github/llmperf/result.schema.json")) {
            return new ObjectMapper().readTree(Objects.requireNonNull(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with a result, one sentence each. */
    static List<String> problems(JsonNode result) {
        return SCHEMA.validate(result).stream()
                .map(ValidationMessage::getMessage)
                .toList();
    }

    /** Holds a file that was written against the schema. */
    public static void requireValid(Path result) {
        try {
            assertThat(problems(new ObjectMapper().readTree(Files.readString(result))))
                    .as(result.toString())
                    .isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
