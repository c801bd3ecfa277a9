/** The own route of older LMDeploy. */
@NullMarked
package io.github.llmperf.protocol.lmdeploy;

import org.jspecify.annotations.NullMarked;
