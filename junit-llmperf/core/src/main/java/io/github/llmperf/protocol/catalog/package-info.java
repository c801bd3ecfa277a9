/** Which dialects there are. */
@NullMarked
package io.github.llmperf.protocol.catalog;

import org.jspecify.annotations.NullMarked;
