/** The demonstration server of vLLM, which is not its OpenAI server. */
@NullMarked
package io.github.llmperf.protocol.vllm;

import org.jspecify.annotations.NullMarked;
