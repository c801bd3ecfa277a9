/** The routes of LightLLM, in its own shape and in TGI's. */
@NullMarked
package io.github.llmperf.protocol.lightllm;

import org.jspecify.annotations.NullMarked;
