/** Where reports go: files, console, JUnit, Allure, GitHub, GitLab. */
@NullMarked
package io.github.llmperf.publish;

import org.jspecify.annotations.NullMarked;
