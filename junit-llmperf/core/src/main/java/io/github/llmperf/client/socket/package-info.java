/** Sockets whose bytes one thread reads and stamps as they arrive, below TLS and HTTP. */
@NullMarked
package io.github.llmperf.client.socket;

import org.jspecify.annotations.NullMarked;
