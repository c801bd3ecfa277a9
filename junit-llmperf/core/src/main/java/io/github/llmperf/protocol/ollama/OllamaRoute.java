package io.github.llmperf.protocol.ollama;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.kit.PromptJson;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Ollama's own two routes. */
@API(status = Status.INTERNAL, since = "0.1")
public enum OllamaRoute {
    /** Plain prompts, with a field of its own for the system prompt. */
    GENERATE("ollama-generate", "/api/generate", "prompt") {
        @Override
        void ask(ObjectNode body, Prompt prompt, Workload workload) {
            PromptJson.requireText(prompt, dialect());
            body.put("prompt", prompt.text());
        }
    },
    /** Conversations. */
    CHAT("ollama-chat", "/api/chat", "messages") {
        @Override
        void ask(ObjectNode body, Prompt prompt, Workload workload) {
            body.set("messages", PromptJson.messages(prompt, workload));
        }
    };

    private final String dialect;
    private final String path;
    private final String field;

    OllamaRoute(String dialect, String path, String field) {
        this.dialect = dialect;
        this.path = path;
        this.field = field;
    }

    String dialect() {
        return dialect;
    }

    String path() {
        return path;
    }

    String field() {
        return field;
    }

    abstract void ask(ObjectNode body, Prompt prompt, Workload workload);
}
