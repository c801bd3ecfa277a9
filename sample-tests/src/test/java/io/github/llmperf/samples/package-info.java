/**
 * Load tests as lessons, to be read in the order of their numbers. {@code RagLatencyTest} is the class of the README. All
 * of them run on the simulated server, except the last one, which waits for a real endpoint.
 */
package io.github.llmperf.samples;
