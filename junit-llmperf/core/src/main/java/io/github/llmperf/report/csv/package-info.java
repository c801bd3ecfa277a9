/** A run as tables for spreadsheets. */
@NullMarked
package io.github.llmperf.report.csv;

import org.jspecify.annotations.NullMarked;
