package io.github.llmperf;

/**
 * How one answer is played.
 *
 * @param first ms to the first token
 * @param gap ms between tokens
 * @param stall ms that the later half of the tokens comes later
 * @param tokens in the answer
 * @param usage tokens that the server counts; negative where it says nothing of them
 * @param bundle tokens in one event, which comes when the last of them is there
 * @param model that the answer names
 * @param early what is sent at once, before the first token
 * @param status of HTTP
 */
record Playing(
        double first,
        double gap,
        double stall,
        int tokens,
        int usage,
        int bundle,
        String model,
        String early,
        int status,
        Ending ending) {

    enum Ending {
        /** As it should. */
        WHOLE,
        /** Without a reason for the end. */
        NO_REASON,
        /** The body ends in the middle as if it were whole. */
        CUT,
        /** The connection breaks in the middle. */
        RESET,
        /** Nothing comes after the middle. */
        STALL,
        /** The server says in the middle that it failed. */
        ERROR,
        /** Nothing comes at all. */
        HANG
    }

    static final Playing HEALTHY = new Playing(40, 3, 0, 8, 8, 1, "played", "", 200, Ending.WHOLE);

    static final String ROLE = event("{\"model\":\"played\",\"choices\":[{\"index\":0,\"delta\":"
            + "{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}");

    static final String PINGS = ": keep-alive\n\n".repeat(3);

    double millisOf(int token) {
        return first + token * gap + (token >= tokens / 2 ? stall : 0);
    }

    Playing first(double millis) {
        return new Playing(millis, gap, stall, tokens, usage, bundle, model, early, status, ending);
    }

    Playing gap(double millis) {
        return new Playing(first, millis, stall, tokens, usage, bundle, model, early, status, ending);
    }

    Playing slower(double times) {
        return first(first * times).gap(gap * times);
    }

    Playing stall(double millis) {
        return new Playing(first, gap, millis, tokens, usage, bundle, model, early, status, ending);
    }

    /** The server counts them. */
    Playing tokens(int number) {
        return new Playing(first, gap, stall, number, number, bundle, model, early, status, ending);
    }

    Playing usage(int number) {
        return new Playing(first, gap, stall, tokens, number, bundle, model, early, status, ending);
    }

    Playing uncounted() {
        return usage(-1);
    }

    Playing bundle(int number) {
        return new Playing(first, gap, stall, tokens, usage, number, model, early, status, ending);
    }

    Playing model(String name) {
        return new Playing(first, gap, stall, tokens, usage, bundle, name, early, status, ending);
    }

    Playing early(String text) {
        return new Playing(first, gap, stall, tokens, usage, bundle, model, text, status, ending);
    }

    Playing status(int code) {
        return new Playing(first, gap, stall, tokens, usage, bundle, model, early, code, ending);
    }

    Playing ending(Ending how) {
        return new Playing(first, gap, stall, tokens, usage, bundle, model, early, status, how);
    }

    String delta(String content, String reason) {
        return event("{\"model\":\"" + model + "\",\"choices\":[{\"index\":0,\"delta\":{" + content
                + "},\"finish_reason\":" + reason + "}]}");
    }

    String end() {
        return switch (ending) {
            case CUT -> "";
            case ERROR -> event("{\"error\":{\"message\":\"the GPU fell over\",\"code\":500}}");
            case NO_REASON -> counts() + event("[DONE]");
            default -> delta("", "\"stop\"") + counts() + event("[DONE]");
        };
    }

    private String counts() {
        return usage < 0
                ? ""
                : event("{\"model\":\"" + model + "\",\"choices\":[],\"usage\":{\"prompt_tokens\":12,"
                        + "\"completion_tokens\":" + usage + "}}");
    }

    static String event(String data) {
        return "data: " + data + "\n\n";
    }
}
