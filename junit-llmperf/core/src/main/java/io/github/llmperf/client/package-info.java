/** Sends one request and stamps its moments. */
@NullMarked
package io.github.llmperf.client;

import org.jspecify.annotations.NullMarked;
