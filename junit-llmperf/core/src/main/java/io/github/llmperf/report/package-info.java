/** How a judged run is told: one report, many renderers. */
@NullMarked
package io.github.llmperf.report;

import org.jspecify.annotations.NullMarked;
