/** Ten thousand users at once: how they start, run and stop, and what they leave behind. */
@NullMarked
package io.github.llmperf.bench.many;

import org.jspecify.annotations.NullMarked;
