/** Whole builds against a simulated server, scored by their outcome. */
@NullMarked
package io.github.llmperf.bench.endtoend;

import org.jspecify.annotations.NullMarked;
