/** The simulated language model: how long prompts and answers are, and what the answers say. */
@NullMarked
package io.github.llmperf.simulator.text;

import org.jspecify.annotations.NullMarked;
