/** How accurate, how fast, and how good the verdicts are. */
@NullMarked
package io.github.llmperf.bench;

import org.jspecify.annotations.NullMarked;
