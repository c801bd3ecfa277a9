/** Annotations and the extension. */
@NullMarked
package io.github.llmperf;

import org.jspecify.annotations.NullMarked;
