/** The course of stored runs, beside those of this build. */
@NullMarked
package io.github.llmperf.build.history;

import org.jspecify.annotations.NullMarked;
