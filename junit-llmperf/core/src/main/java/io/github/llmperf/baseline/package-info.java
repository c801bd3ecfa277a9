/** What was accepted before: stored runs, one line each, in git. */
@NullMarked
package io.github.llmperf.baseline;

import org.jspecify.annotations.NullMarked;
