/** The token routes of TGI, LoRAX and forks of them, whose shapes other servers repeat. */
@NullMarked
package io.github.llmperf.protocol.tgi;

import org.jspecify.annotations.NullMarked;
