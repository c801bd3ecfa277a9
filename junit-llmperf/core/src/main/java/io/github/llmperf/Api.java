package io.github.llmperf;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Names of the wire dialects that come with this library, for {@link LlmTarget#api()}.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class Api {

    /** {@code POST /v1/chat/completions}: vLLM, SGLang, TGI, llama.cpp, Ollama, LMDeploy, TensorRT-LLM, Azure, OpenAI. */
    public static final String OPENAI_CHAT = "openai-chat";

    /** {@code POST /v1/completions} of the same servers. */
    public static final String OPENAI_COMPLETIONS = "openai-completions";

    private Api() {}
}
