/** SageMaker endpoints: signed requests, and answers inside AWS event streams. */
@NullMarked
package io.github.llmperf.protocol.sagemaker;

import org.jspecify.annotations.NullMarked;
