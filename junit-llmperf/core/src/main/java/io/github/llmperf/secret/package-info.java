/** Values that must not leave the process, and what takes them out of texts. */
@NullMarked
package io.github.llmperf.secret;

import org.jspecify.annotations.NullMarked;
