/** The end of a build: reads what its tests left in result.json, and writes the pages of the whole. */
@NullMarked
package io.github.llmperf.build;

import org.jspecify.annotations.NullMarked;
