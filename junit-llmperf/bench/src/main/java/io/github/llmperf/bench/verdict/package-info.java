/** How often each way of judging a load cries wolf, and what it sees: the verdict benchmark. */
@NullMarked
package io.github.llmperf.bench.verdict;

import org.jspecify.annotations.NullMarked;
