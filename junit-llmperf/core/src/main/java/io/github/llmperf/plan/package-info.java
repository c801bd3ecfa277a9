/** What was asked for, as values: every wish of annotations and configuration keys, resolved once. */
@NullMarked
package io.github.llmperf.plan;

import org.jspecify.annotations.NullMarked;
