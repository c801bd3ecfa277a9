/** Loads on simulated engines in virtual time: no wire, no threads, no waiting. */
@NullMarked
package io.github.llmperf.simulator.virtual;

import org.jspecify.annotations.NullMarked;
