package io.github.llmperf.protocol;

/**
 * One server-sent event.
 *
 * @param type value of the {@code event} field; empty when there was none
 * @param data joined {@code data} lines; empty when there was none
 * @param error joined values of the non-standard field {@code error}; empty when there was none
 * @param terminated whether its blank line came; false only for the last event of a body
 */
record SseEvent(String type, String data, String error, boolean terminated) {}
