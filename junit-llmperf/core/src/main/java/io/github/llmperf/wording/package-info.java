/** What the judge found out, in sentences: each fact has its words here and nowhere else. */
@NullMarked
package io.github.llmperf.wording;

import org.jspecify.annotations.NullMarked;
