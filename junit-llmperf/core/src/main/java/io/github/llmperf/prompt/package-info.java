/** Prompt sets: where the texts that are sent come from. */
@NullMarked
package io.github.llmperf.prompt;

import org.jspecify.annotations.NullMarked;
