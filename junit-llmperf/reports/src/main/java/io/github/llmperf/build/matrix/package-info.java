/** The cells of a test side by side. */
@NullMarked
package io.github.llmperf.build.matrix;

import org.jspecify.annotations.NullMarked;
