/** Tests of the verdict benchmark's own parts. */
@NullMarked
package io.github.llmperf.bench.verdict;

import org.jspecify.annotations.NullMarked;
