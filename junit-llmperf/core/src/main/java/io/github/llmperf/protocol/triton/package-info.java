/** The generate extension of Triton Inference Server. */
@NullMarked
package io.github.llmperf.protocol.triton;

import org.jspecify.annotations.NullMarked;
