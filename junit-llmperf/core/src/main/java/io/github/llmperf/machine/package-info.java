/** What the machine under the load generator allows: its limits, and one load at a time. */
@NullMarked
package io.github.llmperf.machine;

import org.jspecify.annotations.NullMarked;
