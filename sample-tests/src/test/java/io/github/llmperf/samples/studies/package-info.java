/** Published performance studies, reproduced: the servers are simulated, the rest is as it would be on real ones. */
@NullMarked
package io.github.llmperf.samples.studies;

import org.jspecify.annotations.NullMarked;
