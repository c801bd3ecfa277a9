package io.github.llmperf.prompt;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;

/** Prompts as JSON: an array of entries, or one entry a line. */
final class JsonPrompts {

    private JsonPrompts() {}

    static PromptEntries ofLines(PromptFile file) {
        PromptEntries entries = new PromptEntries();
        int number = 0;
        for (Iterator<String> lines = file.text().lines().iterator(); lines.hasNext(); ) {
            String line = lines.next();
            number++;
            if (!line.isBlank()) {
                entries.add(new JsonEntry(file, "line " + number).prompt(parse(file, line, number)));
            }
        }
        return entries;
    }

    static JsonNode parse(PromptFile file, String line, int number) {
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
        } catch (IOException e) {
            throw inMemory(e);
        }
    }

    /** Told of each entry of an array, and of where it begins, in bytes; −1 in a text. */
    @FunctionalInterface
    interface Entries {
        void add(long begin, Optional<Prompt> prompt);
    }

    static PromptEntries ofArray(PromptFile file) {
        PromptEntries entries = new PromptEntries();
        try (JsonParser parser = ExactJson.MAPPER.createParser(file.text())) {
            array(file, parser, (begin, prompt) -> entries.add(prompt));
        } catch (IOException e) {
            throw inMemory(e);
        }
        return entries;
    }

    /** Entry by entry: the tree of a published data set of some hundred megabytes would not fit. */
    static void array(PromptFile file, JsonParser parser, Entries entries) throws IOException {
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
                long begin = parser.currentTokenLocation().getByteOffset();
                JsonEntry entry = new JsonEntry(file, "entry [" + count + "]");
                entries.add(begin, entry.prompt(ExactJson.MAPPER.readTree(parser)));
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

    private static IllegalStateException inMemory(IOException e) {
        return new IllegalStateException("a string is read without input or output", e);
    }

    /** The parser's own sentence, without its second line and without where the bracket that is open began. */
    private static String reason(JsonProcessingException e) {
        String sentence = e.getOriginalMessage().lines().findFirst().orElse("");
        int startMarker = sentence.indexOf(" (start marker at");
        return startMarker < 0 ? sentence : sentence.substring(0, startMarker);
    }
}
