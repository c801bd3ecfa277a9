/** What the client adds to what it measures in a fresh Java, as a build starts it. */
@NullMarked
package io.github.llmperf.bench.first;

import org.jspecify.annotations.NullMarked;
