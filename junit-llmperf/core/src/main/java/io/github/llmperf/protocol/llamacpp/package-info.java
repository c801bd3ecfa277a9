/** The own route of llama.cpp's server. */
@NullMarked
package io.github.llmperf.protocol.llamacpp;

import org.jspecify.annotations.NullMarked;
