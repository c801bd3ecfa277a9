/** Whether a measurement is good enough: limits, regression rule, findings, verdict. */
@NullMarked
package io.github.llmperf.verdict;

import org.jspecify.annotations.NullMarked;
