/** A build as GitHub and GitLab show it. */
@NullMarked
package io.github.llmperf.build.forge;

import org.jspecify.annotations.NullMarked;
