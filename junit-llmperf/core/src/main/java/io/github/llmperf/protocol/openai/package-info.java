/** The two routes of OpenAI's API that nearly all servers offer. */
@NullMarked
package io.github.llmperf.protocol.openai;

import org.jspecify.annotations.NullMarked;
