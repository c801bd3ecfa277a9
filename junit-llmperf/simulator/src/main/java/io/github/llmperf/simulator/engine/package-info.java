/** Models of serving engines in model time: no threads, no clock of their own, no wire. */
@NullMarked
package io.github.llmperf.simulator.engine;

import org.jspecify.annotations.NullMarked;
