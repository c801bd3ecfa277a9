package io.github.llmperf.bench.first;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.bench.exact.BareAnswer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;

/**
 * A request as the extension's records tell it, in ns from its load's start.
 *
 * @param scheduled when it was due
 * @param sent when it was sent
 * @param firstToken when its first token had arrived
 * @param gaps from each token to the next; none where the records do not tell
 * @param measured whether it is neither of the warm-up nor of the cooldown
 * @param succeeded whether it was answered
 * @param text of the answer
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
record Seen(long scheduled, long sent, long firstToken, long[] gaps, boolean measured, boolean succeeded, String text) {

    /** Returns an answer that the bare selector saw; the first of each stream is its warm-up. */
    static Seen of(BareAnswer answer) {
        long[] tokens = answer.tokens();
        long[] gaps = IntStream.range(1, tokens.length)
                .mapToLong(i -> tokens[i] - tokens[i - 1])
                .toArray();
        return new Seen(
                answer.sent(),
                answer.sent(),
                tokens.length == 0 ? 0 : tokens[0],
                gaps,
                answer.round() > 0,
                tokens.length > 0,
                answer.text());
    }

    /** Reads the records of the one load below a directory whose method has this name. */
    static List<Seen> read(Path output, String method) throws IOException {
        Path file;
        try (Stream<Path> files = Files.walk(output)) {
            file = files.filter(path -> path.endsWith("requests.jsonl.gz")
                            && path.toString().contains(method))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no requests.jsonl.gz of " + method + " in " + output));
        }
        ObjectMapper mapper = new ObjectMapper();
        List<Seen> requests = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                requests.add(of(mapper.readTree(line)));
            }
        }
        return requests;
    }

    private static Seen of(JsonNode node) {
        long[] gaps = StreamSupport.stream(node.path("gaps").spliterator(), false)
                .mapToLong(JsonNode::asLong)
                .toArray();
        return new Seen(
                node.path("scheduled").asLong(),
                node.path("sent").asLong(),
                node.path("firstToken").asLong(),
                gaps,
                !node.path("warmup").asBoolean() && !node.path("cooldown").asBoolean(),
                node.path("outcome").asText().equals("succeeded"),
                node.path("text").asText());
    }

    @Override
    public String toString() {
        return "sent " + sent + ", first token " + firstToken + ", gaps " + Arrays.toString(gaps);
    }
}
