package io.github.llmperf.protocol.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** What has broken readers of JSON and of event streams before. */
final class OddTokens {

    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "-1",
            "1e400",
            "-1e400",
            "1E-400",
            "0.5",
            "2147483647",
            "2147483648",
            "-2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "1e9",
            "NaN",
            "Infinity",
            "-Infinity",
            "00",
            ".5",
            "1.",
            "9".repeat(400),
            "1" + "0".repeat(1200),
            "0." + "1".repeat(1200),
            "\"7\"",
            "null",
            "true",
            "[]",
            "{}");

    private static final List<String> TOKENS = List.of(
            "\0",
            "\0\0",
            "\u00EF\u00BB\u00BF",
            "\u00FE\u00FF",
            "\r",
            "\n",
            "\r\n",
            "\n\n",
            "\r\r",
            "\r\n\r\n",
            "\u00E2\u0080\u00A8",
            "\"",
            "\\",
            "\\\"",
            "\\u",
            "\\u0000",
            "\\ud800",
            "\\udc00",
            "\\udc00\\ud800",
            "\\ufffd",
            "\u00FF",
            "\u00C3",
            "\u00F0\u009F",
            "\u00ED\u00A0\u0080",
            "\u00C0\u0080",
            "\u00EF\u00BF\u00BD",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "{}",
            "[]",
            "null",
            "\"\"",
            "data",
            "data:",
            "data: ",
            "data:data:",
            "data: [DONE]\n\n",
            "[DONE]",
            "[ERROR]",
            "data: [ERROR]\n\n",
            "event: error\n",
            "event:",
            "error: ",
            "error: {\"code\":503}\n\n",
            ": ping\n\n",
            ":\n",
            "id: 1\n",
            "retry: 1\n",
            "<html>",
            "{\"error\":\"x\"}\n",
            "data: {\"error\":{\"message\":\"\\ud800\",\"code\":429}}\n\n",
            "{\"error\":{\"code\":[\"\\udfff\"]}}",
            "\"error\":null,",
            "\"error\":[[[]]],",
            "\"detail\":{\"a\":\"\\ud83d\"},",
            "\"finish_reason\":\"\\udbff\",",
            "\"finish_reason\":{\"type\":\"abort\"},",
            "\"index\":-7,",
            "\"index\":2147483647,",
            "\"choices\":[{}],",
            "\"usage\":{\"completion_tokens\":2147483647},",
            "\"content\":\"\\ud83e\",",
            "\"text\":\"\\ufffd\\ufffd\",");

    private OddTokens() {}

    static String any(SplittableRandom random) {
        return switch (random.nextInt(12)) {
            case 0 -> number(random);
            case 1 -> "x".repeat(1 << random.nextInt(13));
            case 2 -> String.valueOf((char) random.nextInt(256));
            default -> TOKENS.get(random.nextInt(TOKENS.size()));
        };
    }

    static String number(SplittableRandom random) {
        return NUMBERS.get(random.nextInt(NUMBERS.size()));
    }
}
