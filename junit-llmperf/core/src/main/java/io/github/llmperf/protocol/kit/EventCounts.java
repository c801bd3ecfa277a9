package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.StreamEvent;

/** What the events of an answer added, each event counted once for each kind of output. */
final class EventCounts {

    private boolean visible;
    private boolean reasoning;
    private boolean tool;
    private boolean token;
    private boolean empty;
    private boolean finish;
    private int counted;
    private int countedBefore;
    private boolean allCounted = true;
    private int content;
    private int reasonings;
    private int tools;
    private int outputs;
    private int tokens;

    void visible() {
        visible = true;
    }

    void reasoning() {
        reasoning = true;
    }

    void tool() {
        tool = true;
    }

    /** A token object, whatever its text. */
    void token() {
        token = true;
    }

    /** A delta without text. */
    void empty() {
        empty = true;
    }

    /** A reason of the end other than the length. */
    void finish() {
        finish = true;
    }

    /** The reason was an error. */
    void failed() {
        finish = false;
    }

    /** The tokens of the answer up to and with this event. */
    void counted(int soFar) {
        counted = Math.max(counted, soFar);
    }

    StreamEvent close() {
        boolean hidden = reasoning || tool;
        boolean output = visible || hidden;
        boolean proven = !output && (token || grew());
        content += visible ? 1 : 0;
        reasonings += reasoning ? 1 : 0;
        tools += tool ? 1 : 0;
        outputs += output ? 1 : 0;
        tokens += output || proven ? 1 : 0;
        StreamEvent event = visible
                ? StreamEvent.VISIBLE_OUTPUT
                : hidden ? StreamEvent.HIDDEN_OUTPUT : proven ? StreamEvent.TOKEN : withoutToken();
        allCounted &= !(output || proven) || counted > 0;
        countedBefore = Math.max(counted, countedBefore);
        counted = 0;
        visible = false;
        reasoning = false;
        tool = false;
        token = false;
        empty = false;
        finish = false;
        return event;
    }

    /** One sum after many events that nobody counted proves no token; what was counted all along does. */
    private boolean grew() {
        return allCounted && counted > countedBefore && (countedBefore > 0 || !finish);
    }

    private StreamEvent withoutToken() {
        boolean countsTell = allCounted && countedBefore > 0 && counted > 0;
        return finish && !countsTell
                ? StreamEvent.FINISH
                : empty && !finish ? StreamEvent.EMPTY_OUTPUT : StreamEvent.OTHER;
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

    /** Events that stand for a token or more: those with output, and those of which the server says so. */
    int tokens() {
        return tokens;
    }
}
