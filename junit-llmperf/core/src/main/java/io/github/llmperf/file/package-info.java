/** Files that others use at the same time: locked against other processes, and written whole or not at all. */
@NullMarked
package io.github.llmperf.file;

import org.jspecify.annotations.NullMarked;
