/** What annotations and configuration keys ask for, resolved into plans. */
@NullMarked
package io.github.llmperf.settings;

import org.jspecify.annotations.NullMarked;
