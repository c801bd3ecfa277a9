/** Runs and builds as Allure shows them. */
@NullMarked
package io.github.llmperf.allure;

import org.jspecify.annotations.NullMarked;
