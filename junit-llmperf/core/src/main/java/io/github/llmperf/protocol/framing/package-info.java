/** How a body is cut into the events of a stream, wherever the reads cut it. */
@NullMarked
package io.github.llmperf.protocol.framing;

import org.jspecify.annotations.NullMarked;
