/** Where reports go: files, console, JUnit, Allure, GitHub. */
@NullMarked
package io.github.llmperf.publish;

import org.jspecify.annotations.NullMarked;
