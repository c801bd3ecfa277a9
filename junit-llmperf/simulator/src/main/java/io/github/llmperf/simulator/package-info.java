/** Serving engines simulated over real HTTP. */
@NullMarked
package io.github.llmperf.simulator;

import org.jspecify.annotations.NullMarked;
