/** Published studies, reproduced: a table of rows beside what was measured. */
@NullMarked
package io.github.llmperf.study;

import org.jspecify.annotations.NullMarked;
