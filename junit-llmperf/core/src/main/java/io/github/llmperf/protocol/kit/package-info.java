/** What dialects are built from: drafts of answers, errors in all their wordings, JSON, urls and headers. */
@NullMarked
package io.github.llmperf.protocol.kit;

import org.jspecify.annotations.NullMarked;
