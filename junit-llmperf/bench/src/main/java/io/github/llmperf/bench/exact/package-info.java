/** A server of exact timing in a process of its own, and what clients make of it: accuracy, cost, ceiling. */
@NullMarked
package io.github.llmperf.bench.exact;

import org.jspecify.annotations.NullMarked;
