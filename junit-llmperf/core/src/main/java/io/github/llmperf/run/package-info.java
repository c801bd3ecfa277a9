/** Carries loads out: one, in pairs, in trials, in stages, in a search. */
@NullMarked
package io.github.llmperf.run;

import org.jspecify.annotations.NullMarked;
