/** What the request records of a run amount to. */
@NullMarked
package io.github.llmperf.measure;

import org.jspecify.annotations.NullMarked;
