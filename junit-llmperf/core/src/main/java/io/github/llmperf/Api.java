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

    /** {@code POST /generate_stream} or {@code /generate} of TGI, LoRAX and forks of them, with timing headers. */
    public static final String TGI_GENERATE = "tgi-generate";

    /** {@code POST /generate_stream} or {@code /generate} of LightLLM. */
    public static final String LIGHTLLM_GENERATE = "lightllm-generate";

    /** {@code POST /invocations} of DJL Serving and LMI containers, from 0.23 on. */
    public static final String DJL_INVOCATIONS = "djl-invocations";

    /** {@code POST /generate} of vLLM's demonstration server {@code vllm.entrypoints.api_server}. */
    public static final String VLLM_GENERATE = "vllm-generate";

    /** {@code POST /generate} of SGLang, cumulative or incremental. */
    public static final String SGLANG_GENERATE = "sglang-generate";

    /** {@code POST /completion} of llama.cpp's server. */
    public static final String LLAMACPP_COMPLETION = "llamacpp-completion";

    /** {@code POST /api/generate} of Ollama. */
    public static final String OLLAMA_GENERATE = "ollama-generate";

    /** {@code POST /api/chat} of Ollama. */
    public static final String OLLAMA_CHAT = "ollama-chat";

    /** {@code POST /v1/chat/interactive} of older LMDeploy. */
    public static final String LMDEPLOY_INTERACTIVE = "lmdeploy-interactive";

    /** {@code POST /v2/models/<model>/generate_stream} or {@code /generate} of Triton, with TensorRT-LLM or vLLM behind. */
    public static final String TRITON_GENERATE = "triton-generate";

    /** SageMaker endpoints with DJL or TGI inside: requests are signed with the usual AWS environment variables. */
    public static final String SAGEMAKER = "sagemaker";

    /** SageMaker endpoints whose container takes the bodies of {@link #OPENAI_CHAT}. */
    public static final String SAGEMAKER_OPENAI_CHAT = "sagemaker-openai-chat";

    /** {@code POST /v1/messages} of Anthropic, and of the engines that offer it too. */
    public static final String ANTHROPIC_MESSAGES = "anthropic-messages";

    /** {@code POST /v1beta/models/<model>:streamGenerateContent} or {@code :generateContent} of Gemini. */
    public static final String GEMINI = "gemini";

    private Api() {}
}
