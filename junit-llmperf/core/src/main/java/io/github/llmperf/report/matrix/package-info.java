/** Runs side by side: what was measured in each cell of a matrix, and what a published study says of it. */
@NullMarked
package io.github.llmperf.report.matrix;

import org.jspecify.annotations.NullMarked;
