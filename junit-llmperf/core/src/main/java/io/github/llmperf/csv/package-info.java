/** Comma-separated tables, read by RFC 4180. */
@NullMarked
package io.github.llmperf.csv;

import org.jspecify.annotations.NullMarked;
