package io.github.llmperf.client;

import java.net.ProtocolException;

/** A body comes in an encoding that cannot be read: the server was not asked for it, or does not keep to it. */
final class EncodingException extends ProtocolException {

    private static final long serialVersionUID = 1;

    EncodingException(String message) {
        super(message);
    }
}
