/** The pages of a whole build: index and summary. */
@NullMarked
package io.github.llmperf.build.page;

import org.jspecify.annotations.NullMarked;
