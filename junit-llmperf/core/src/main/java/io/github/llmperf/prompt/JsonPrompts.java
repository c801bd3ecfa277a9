package io.github.llmperf.prompt;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.file.TextFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Prompts as JSON: an array of entries, or one entry a line. */
final class JsonPrompts {

    private JsonPrompts() {}

    static PromptEntries ofLines(TextFile file) {
        PromptEntries entries = new PromptEntries(file);
        return file.read(text -> {
            int number = 0;
            for (@Nullable String line = text.readLine(); line != null; line = text.readLine()) {
                number++;
                if (!line.isBlank()) {
                    entries.add(new JsonEntry(file, "line " + number).prompt(parse(file, line, number)));
                }
            }
            return entries;
        });
    }

    private static JsonNode parse(TextFile file, String line, int number) throws IOException {
        try (JsonParser parser = ExactJson.MAPPER.createParser(line)) {
            JsonNode value = ExactJson.MAPPER.readTree(parser);
            if (parser.nextToken() != null) {
                throw file.error("line " + number + " must be one JSON value, but goes on after it in column "
                        + parser.currentTokenLocation().getColumnNr() + "; write each entry on a line of its own");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw file.error("line " + number + " must be one JSON value, but column "
                    + e.getLocation().getColumnNr() + " is wrong: " + reason(e)
                    + "; write each entry on a line of its own");
        }
    }

    static PromptEntries ofArray(TextFile file) {
        PromptEntries entries = new PromptEntries(file);
        return file.read(text -> {
            try (JsonParser parser = ExactJson.MAPPER.createParser(text)) {
                array(file, parser, entries);
            }
            return entries;
        });
    }

    /** Entry by entry: the tree of a published data set of some hundred megabytes would not fit. */
    private static void array(TextFile file, JsonParser parser, PromptEntries entries) throws IOException {
        int count = 0;
        try {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return;
            }
            if (first != JsonToken.START_ARRAY) {
                throw file.error("must be a JSON array of prompts, but begins with "
                        + (first.asString() == null ? "a single value" : first.asString())
                        + "; put its entries between [ and ], or name the file .jsonl if it has one entry a line");
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                JsonEntry entry = new JsonEntry(file, "entry [" + count + "]");
                entries.add(entry.prompt(ExactJson.MAPPER.readTree(parser)));
                count++;
            }
            if (parser.nextToken() != null) {
                throw file.error("must be one JSON array, but goes on after its end in line "
                        + parser.currentTokenLocation().getLineNr() + "; put all entries between one [ and ]");
            }
        } catch (JsonProcessingException e) {
            throw file.error("entry [" + count + "] must be JSON, but line "
                    + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + " is wrong: "
                    + reason(e) + "; correct it there");
        }
    }

    /** The parser's own sentence, without its second line and without where the bracket that is open began. */
    private static String reason(JsonProcessingException e) {
        String sentence = e.getOriginalMessage().lines().findFirst().orElse("");
        int startMarker = sentence.indexOf(" (start marker at");
        return startMarker < 0 ? sentence : sentence.substring(0, startMarker);
    }
}
