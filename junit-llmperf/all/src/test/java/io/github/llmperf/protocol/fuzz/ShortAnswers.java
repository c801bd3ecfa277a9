package io.github.llmperf.protocol.fuzz;

import java.util.List;

/** The shortest answers of every shape that servers send, one per framing and wording; any dialect may get any of them. */
@SuppressWarnings("StringConcatToTextBlock") // what ends a line is what matters here
final class ShortAnswers {

    private static final List<String> ALL = List.of(
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"
                    + "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n"
                    + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1,"
                    + "\"prompt_tokens_details\":{\"cached_tokens\":2}}}\n\ndata: [DONE]\n\n",
            "data: {\"choices\":[{\"index\":1,\"text\":\"b\"},{\"index\":0,\"text\":\"\\ud83e\"}]}\r\n\r\n"
                    + "data: {\"choices\":[{\"index\":0,\"text\":\"\\uddf5\",\"finish_reason\":\"length\"}]}\r\n\r\n",
            "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hi\",\"reasoning_content\":\"hm\","
                    + "\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"stop\"}],"
                    + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}",
            "data:{\"index\":1,\"token\":{\"id\":5,\"text\":\" a\",\"logprob\":-0.5,\"special\":false},"
                    + "\"generated_text\":null}\n\ndata:{\"index\":2,\"token\":{\"id\":2,\"text\":\"</s>\",\"special\":true},"
                    + "\"generated_text\":\" a\",\"details\":{\"finish_reason\":\"eos_token\",\"generated_tokens\":2}}\n\n",
            "[{\"generated_text\":\"a b\",\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":2}}]",
            "{\"error\":\"Model is overloaded\",\"error_type\":\"overloaded\"}",
            "{\"outputs\":[\"a\"]}\n{\"outputs\":[\" b\",\"c\"]}\n",
            "{\"generated_text\": \"one\\ntwo \\u00e9\"}",
            "{\"token\":{\"id\":1,\"text\":\"a\",\"log_prob\":-0.1}}\n\n{\"token\":{\"id\":2,\"text\":\"b\"},"
                    + "\"generated_text\":\"ab\",\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":3,"
                    + "\"inputs\":\"?\"}}\n",
            "{\"text\":[\"?a\"]}\0{\"text\":[\"?ab\"]}\0{\"text\":[\"?ab\\ufffd\"]}\0",
            "data: {\"text\":\"a\",\"meta_info\":{\"id\":\"1\",\"finish_reason\":null,\"prompt_tokens\":3,"
                    + "\"completion_tokens\":1}}\n\ndata: {\"text\":\"ab\",\"meta_info\":{\"finish_reason\":"
                    + "{\"type\":\"length\",\"length\":2},\"completion_tokens\":2,\"e2e_latency\":0.5}}\n\n"
                    + "data: [DONE]\n\n",
            "data: {\"index\":0,\"content\":\"a\",\"tokens\":[5],\"stop\":false}\n\ndata: {\"content\":\"\","
                    + "\"stop\":true,\"stop_type\":\"limit\",\"tokens_predicted\":1,\"tokens_evaluated\":3,\"timings\":"
                    + "{\"prompt_n\":3,\"prompt_ms\":1.5,\"predicted_n\":1,\"predicted_ms\":2.5,\"cache_n\":0}}\n\n",
            "{\"model\":\"m\",\"response\":\"a\",\"done\":false}\n{\"model\":\"m\",\"response\":\"\",\"done\":true,"
                    + "\"done_reason\":\"stop\",\"total_duration\":5000000,\"load_duration\":1,"
                    + "\"prompt_eval_count\":3,\"eval_count\":1,\"eval_duration\":2000000}\n",
            "{\"message\":{\"role\":\"assistant\",\"content\":\"a\",\"thinking\":\"hm\"},\"done\":false}\n"
                    + "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"length\",\"eval_count\":2}\n",
            "{\"text\":\"a\",\"tokens\":1,\"input_tokens\":3,\"history_tokens\":0,\"finish_reason\":null}\n"
                    + "{\"text\":\"\",\"tokens\":1,\"finish_reason\":\"stop\"}\n",
            "data: {\"model_name\":\"m\",\"text_output\":\"a\"}\n\ndata: {\"model_name\":\"m\",\"text_output\":\"ab\","
                    + "\"num_output_tokens\":2}\n\n",
            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":3,"
                    + "\"output_tokens\":1}}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\","
                    + "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"a\"}}\n\nevent: message_delta\n"
                    + "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                    + "\"usage\":{\"output_tokens\":2}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
            "[{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"},{\"text\":\"hm\",\"thought\":true}]}}]}\n,\r\n"
                    + "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"b\"}]},\"finishReason\":\"STOP\"}],"
                    + "\"usageMetadata\":{\"promptTokenCount\":3,\"candidatesTokenCount\":2,"
                    + "\"thoughtsTokenCount\":1}}\n]",
            "{\n  \"error\": {\n    \"code\": 429,\n    \"message\": \"quota\",\n"
                    + "    \"status\": \"RESOURCE_EXHAUSTED\"\n  }\n}\n",
            "{\"object\":\"error\",\"message\":\"maximum context length is 5\",\"type\":\"BadRequest\",\"code\":400}",
            "{\"body\":{\"generation\":\"a\",\"prompt_token_count\":3,\"generation_token_count\":1,"
                    + "\"stop_reason\":null},\"metering\":{}}\n",
            "<html><body>sign in</body></html>",
            "");

    private ShortAnswers() {}

    static List<String> all() {
        return ALL;
    }
}
