/** A run in charts. */
@NullMarked
package io.github.llmperf.report.svg;

import org.jspecify.annotations.NullMarked;
