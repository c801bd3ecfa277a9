/** What the client itself adds to a latency, measured beside the load against a server of one's own. */
@NullMarked
package io.github.llmperf.witness;

import org.jspecify.annotations.NullMarked;
