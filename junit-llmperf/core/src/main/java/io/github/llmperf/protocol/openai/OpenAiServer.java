package io.github.llmperf.protocol.openai;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Capabilities;
import io.github.llmperf.protocol.Capabilities.Usage;
import io.github.llmperf.protocol.kit.RequestHeaders;
import io.github.llmperf.protocol.kit.TimingHeaders;
import java.util.Locale;
import java.util.Map;

/** Who stands behind these routes, as far as the host tells: OpenAI's and Azure's own models take other fields. */
enum OpenAiServer {
    /** vLLM, SGLang, TGI, LightLLM, llama.cpp, Ollama, LMDeploy, TensorRT-LLM, DJL, or a gateway to any of them. */
    ENGINE,
    /** {@code api.openai.com}, which refuses unknown fields. */
    OPENAI,
    /** Azure OpenAI, which refuses them too and takes keys in a header of its own. */
    AZURE;

    static OpenAiServer at(Target target) {
        String host = target.url().getHost().toLowerCase(Locale.ROOT);
        if (host.equals("api.openai.com") || host.endsWith(".api.openai.com")) {
            return OPENAI;
        }
        boolean azure = host.endsWith(".openai.azure.com")
                || host.endsWith(".services.ai.azure.com")
                || host.endsWith(".cognitiveservices.azure.com");
        return azure ? AZURE : ENGINE;
    }

    Capabilities capabilities() {
        Capabilities all = Capabilities.STREAMED_AND_WHOLE.withUsage(Usage.WHEN_ASKED);
        return this == ENGINE
                ? all.withForcedLength("ignore_eos, min_tokens").withServerTimes(TimingHeaders.metrics())
                : all.withoutExtraFields();
    }

    /** OpenAI's newer models refuse {@code max_tokens}; all other servers know it, and some know nothing else. */
    String lengthField(OpenAiRoute route) {
        return this == ENGINE || route == OpenAiRoute.COMPLETIONS ? "max_tokens" : "max_completion_tokens";
    }

    Map<String, String> headers(Target target, Workload workload) {
        Map<String, String> headers = RequestHeaders.ofJson(target, workload.stream());
        if (this == AZURE) {
            RequestHeaders.keyIn("api-key", target, headers);
        }
        return headers;
    }
}
