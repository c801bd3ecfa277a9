/** A run in words: lines, tables and messages of plain text. */
@NullMarked
package io.github.llmperf.report.text;

import org.jspecify.annotations.NullMarked;
