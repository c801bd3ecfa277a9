package io.github.llmperf.measure;

import io.github.llmperf.client.PlayedAnswer;
import io.github.llmperf.client.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An answer as a server may send it, and the truth of it, which knows nothing of wire formats: how many tokens arrived when.
 * All servers here are exact: chunks of one answer are of one size.
 */
final class RandomAnswer {

    /** How a server counts. */
    private enum Usage {
        LAST,
        ON_FINISH,
        EACH,
        NONE
    }

    /** What came together. */
    record Arrival(long millis, double tokens) {}

    private final Random random;
    private final boolean openAi;
    private final Usage usage;
    private final int chunk;
    private final int hidden;
    private final int thoughts;
    private final boolean stops;
    private final boolean countsStop;
    private final List<String> events = new ArrayList<>();
    private final List<Integer> tokens = new ArrayList<>();
    private int sent;

    RandomAnswer(long seed) {
        random = new Random(seed);
        openAi = random.nextInt(3) > 0;
        usage = openAi ? Usage.values()[random.nextInt(4)] : Usage.LAST;
        chunk = usage == Usage.NONE || random.nextBoolean() ? 1 : 2 + random.nextInt(5);
        boolean reasons = random.nextInt(3) == 0;
        hidden = reasons && usage != Usage.NONE && random.nextBoolean() ? 1 + random.nextInt(1000) : 0;
        thoughts = reasons && hidden == 0 ? 1 + random.nextInt(20) : 0;
        stops = random.nextBoolean() && (chunk == 1 || usage == Usage.EACH);
        countsStop = stops && chunk == 1 && usage != Usage.NONE && random.nextBoolean();
        script(1 + random.nextInt(40));
    }

    int hidden() {
        return hidden;
    }

    int total() {
        return sent + hidden;
    }

    private void script(int texts) {
        for (int i = random.nextInt(3); i > 0; i--) {
            other(random.nextBoolean() ? ": ping\n\n" : openAi ? role() : "event: ping\ndata: {\"type\":\"ping\"}\n\n");
        }
        for (int i = 0; i < thoughts; i++) {
            output(chunk, openAi ? delta("\"reasoning_content\":\"hm \"") : anthropic("thinking_delta", "thinking"));
        }
        for (int i = 0; i < texts; i++) {
            boolean heldBack = openAi && chunk == 1 && i < texts - 1 && emptyDeltasTell() && random.nextInt(10) == 0;
            String text = openAi
                    ? delta("\"content\":\"" + (heldBack ? "" : "word ") + "\"")
                    : anthropic("text_delta", "text");
            output(chunk, text);
        }
        end();
    }

    /** Where a finish event may be a token and is none, one count more proves no empty delta. */
    private boolean emptyDeltasTell() {
        return usage == Usage.EACH || (usage != Usage.NONE && (!stops || countsStop));
    }

    private void end() {
        sent += countsStop ? 1 : 0;
        String reason = stops ? "stop" : "length";
        if (!openAi) {
            String anthropic = "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\""
                    + (stops ? "end_turn" : "max_tokens") + "\"},\"usage\":{\"output_tokens\":" + total()
                    + (hidden > 0 ? ",\"output_tokens_details\":{\"thinking_tokens\":" + hidden + "}" : "") + "}}\n\n";
            add(anthropic, countsStop ? 1 : 0);
            other("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
            return;
        }
        String finish = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}]";
        boolean counted = usage == Usage.ON_FINISH || usage == Usage.EACH;
        add("data: " + finish + (counted ? "," + usage(sent) : "") + "}\n\n", countsStop ? 1 : 0);
        if (usage == Usage.LAST || usage == Usage.EACH) {
            other("data: {\"choices\":[]," + usage(sent) + "}\n\n");
        }
        other("data: [DONE]\n\n");
    }

    private static String role() {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n";
    }

    private String delta(String fields) {
        String counts = usage == Usage.EACH ? "," + usage(sent + chunk) : "";
        return "data: {\"choices\":[{\"index\":0,\"delta\":{" + fields + "}}]" + counts + "}\n\n";
    }

    /** Hidden reasoning is counted from the first event on. */
    private String usage(int sentSoFar) {
        int reasoning = hidden > 0 ? hidden : thoughts * chunk;
        return "\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":" + (sentSoFar + hidden)
                + ",\"completion_tokens_details\":{\"reasoning_tokens\":" + reasoning + "}}";
    }

    private static String anthropic(String type, String field) {
        return "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\""
                + type + "\",\"" + field + "\":\"word \"}}\n\n";
    }

    private void output(int count, String event) {
        add(event, count);
        sent += count;
    }

    private void other(String event) {
        add(event, 0);
    }

    private void add(String event, int count) {
        events.add(event);
        tokens.add(count);
    }

    /** Sends all events, some of them in one read. */
    RequestRecord play(List<Arrival> truth) {
        PlayedAnswer answer = new PlayedAnswer(openAi ? "openai-chat" : "anthropic-messages");
        boolean atOnce = random.nextInt(8) == 0;
        long now = 1L + random.nextInt(500);
        for (int from = 0; from < events.size(); ) {
            int to = from + 1;
            while (to < events.size() && (atOnce || random.nextInt(4) == 0)) {
                to++;
            }
            answer.read(now, events.subList(from, to).toArray(new String[0]));
            int arrived = tokens.subList(from, to).stream().mapToInt(t -> t).sum();
            if (arrived > 0) {
                truth.add(new Arrival(now, arrived));
            }
            now += 1L + random.nextInt(100);
            from = to;
        }
        return answer.end();
    }

    @Override
    public String toString() {
        return String.join("", events);
    }
}
