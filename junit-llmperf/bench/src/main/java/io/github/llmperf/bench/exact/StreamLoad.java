package io.github.llmperf.bench.exact;

import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * As many streams as connections, each asking again and again without a pause: the same for every client compared.
 *
 * @param server where
 * @param streams at the same time
 * @param pace of the answers
 * @param rounds requests of each stream
 */
record StreamLoad(URI server, int streams, Pace pace, int rounds) {

    private static final String PATH = "/v1/chat/completions";

    static StreamLoad parse(URI server, String text) {
        String[] parts = text.split(",", -1);
        return new StreamLoad(server, Integer.parseInt(parts[0]), Pace.parse(parts[1]), Integer.parseInt(parts[2]));
    }

    int events() {
        return streams * rounds * pace.tokens();
    }

    URI route() {
        return server.resolve(PATH);
    }

    /** Returns the JSON of a request. */
    String body(int id) {
        return "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"#" + id + "# " + "x".repeat(95)
                + "\"}],\"max_tokens\":" + pace.tokens() + ",\"temperature\":0,\"stream\":true,"
                + "\"stream_options\":{\"include_usage\":true}}";
    }

    /** Returns a request with its head. */
    byte[] request(int id) {
        String body = body(id);
        return String.join(
                        "\r\n",
                        "POST " + PATH + " HTTP/1.1",
                        "host: " + server.getAuthority(),
                        "content-type: application/json",
                        Pace.HEADER + ": " + pace,
                        "content-length: " + body.length(),
                        "",
                        body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return streams + "," + pace + "," + rounds;
    }
}
