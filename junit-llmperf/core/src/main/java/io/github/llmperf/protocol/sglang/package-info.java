/** SGLang's own route. */
@NullMarked
package io.github.llmperf.protocol.sglang;

import org.jspecify.annotations.NullMarked;
