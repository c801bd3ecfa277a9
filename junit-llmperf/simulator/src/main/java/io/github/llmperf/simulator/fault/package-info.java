/** Which requests go wrong, and how. */
@NullMarked
package io.github.llmperf.simulator.fault;

import org.jspecify.annotations.NullMarked;
