/** Anthropic's messages API, which several engines offer too. */
@NullMarked
package io.github.llmperf.protocol.anthropic;

import org.jspecify.annotations.NullMarked;
