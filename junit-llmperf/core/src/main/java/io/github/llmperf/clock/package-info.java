/** The monotonic clock that everything which waits goes by. */
@NullMarked
package io.github.llmperf.clock;

import org.jspecify.annotations.NullMarked;
