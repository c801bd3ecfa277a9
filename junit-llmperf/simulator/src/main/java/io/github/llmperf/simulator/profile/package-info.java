/** Engines on their hardware, described in files. */
@NullMarked
package io.github.llmperf.simulator.profile;

import org.jspecify.annotations.NullMarked;
