/** What the readings of a server's metrics amount to: series by meaning, over the time of a run. */
@NullMarked
package io.github.llmperf.measure.server;

import org.jspecify.annotations.NullMarked;
