/** How a request is written and a stream is read, one dialect per kind of server. */
@NullMarked
package io.github.llmperf.protocol;

import org.jspecify.annotations.NullMarked;
