/** When requests are sent: loops, ramp, think time, warm-up hand-over, health of the generator. */
@NullMarked
package io.github.llmperf.load;

import org.jspecify.annotations.NullMarked;
