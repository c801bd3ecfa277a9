/** Ollama's own routes. */
@NullMarked
package io.github.llmperf.protocol.ollama;

import org.jspecify.annotations.NullMarked;
