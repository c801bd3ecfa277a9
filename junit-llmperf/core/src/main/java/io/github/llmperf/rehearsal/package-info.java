/** What warms a process up before its first load. */
@NullMarked
package io.github.llmperf.rehearsal;

import org.jspecify.annotations.NullMarked;
