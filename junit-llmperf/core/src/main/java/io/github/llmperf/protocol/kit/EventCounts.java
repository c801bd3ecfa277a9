package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.StreamEvent;

/** What the events of an answer added, each event counted once for each kind of output. */
final class EventCounts {

    private boolean visible;
    private boolean reasoning;
    private boolean tool;
    private int content;
    private int reasonings;
    private int tools;
    private int outputs;

    void visible() {
        visible = true;
    }

    void reasoning() {
        reasoning = true;
    }

    void tool() {
        tool = true;
    }

    StreamEvent close() {
        content += visible ? 1 : 0;
        reasonings += reasoning ? 1 : 0;
        tools += tool ? 1 : 0;
        boolean hidden = reasoning || tool;
        outputs += visible || hidden ? 1 : 0;
        StreamEvent event =
                visible ? StreamEvent.VISIBLE_OUTPUT : hidden ? StreamEvent.HIDDEN_OUTPUT : StreamEvent.OTHER;
        visible = false;
        reasoning = false;
        tool = false;
        return event;
    }

    /** Events with visible text. */
    int content() {
        return content;
    }

    /** Events with reasoning. */
    int reasonings() {
        return reasonings;
    }

    /** Events with part of a tool call. */
    int tools() {
        return tools;
    }

    /** Events with output of any kind. */
    int outputs() {
        return outputs;
    }
}
