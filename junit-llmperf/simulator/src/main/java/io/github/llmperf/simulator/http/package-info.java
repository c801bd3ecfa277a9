/** The engine behind real HTTP, with the faces of several servers. */
@NullMarked
package io.github.llmperf.simulator.http;

import org.jspecify.annotations.NullMarked;
