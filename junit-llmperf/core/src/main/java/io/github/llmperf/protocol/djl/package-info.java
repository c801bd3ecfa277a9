/** The invocations of DJL Serving and LMI containers, whose shapes changed with nearly every version. */
@NullMarked
package io.github.llmperf.protocol.djl;

import org.jspecify.annotations.NullMarked;
