/** What one run came to: all that its reports show. */
@NullMarked
package io.github.llmperf.report.model;

import org.jspecify.annotations.NullMarked;
