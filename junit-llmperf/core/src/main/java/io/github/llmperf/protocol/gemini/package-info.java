/** Google's API of the Gemini models. */
@NullMarked
package io.github.llmperf.protocol.gemini;

import org.jspecify.annotations.NullMarked;
