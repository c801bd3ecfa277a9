/** The pages of a whole build, made of what its tests left in result.json. */
@NullMarked
package io.github.llmperf.build;

import org.jspecify.annotations.NullMarked;
