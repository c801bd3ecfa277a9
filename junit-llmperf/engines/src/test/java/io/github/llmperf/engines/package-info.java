/**
 * Tests against engines that were not written for them: llama.cpp, Jlama, aimock and WireMock. The build installs the
 * engines, each runs in a process of its own, and what was measured is printed and kept in {@code target/figures}.
 */
package io.github.llmperf.engines;
