/** Reads Prometheus' text format, and knows what engines and exporters call their metrics. */
@NullMarked
package io.github.llmperf.client.prometheus;

import org.jspecify.annotations.NullMarked;
