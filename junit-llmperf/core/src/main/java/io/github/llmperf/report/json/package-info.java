/** A run as result.json, written and read. */
@NullMarked
package io.github.llmperf.report.json;

import org.jspecify.annotations.NullMarked;
