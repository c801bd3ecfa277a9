/** A run as one page. */
@NullMarked
package io.github.llmperf.report.html;

import org.jspecify.annotations.NullMarked;
