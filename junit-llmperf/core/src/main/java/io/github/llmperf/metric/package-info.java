/** What can be measured: metrics, statistics, measures, quantities with units, and limits on them. */
@NullMarked
package io.github.llmperf.metric;

import org.jspecify.annotations.NullMarked;
