/** The engine behind real HTTP, speaking as a vLLM server does. */
@NullMarked
package io.github.llmperf.simulator.http;

import org.jspecify.annotations.NullMarked;
