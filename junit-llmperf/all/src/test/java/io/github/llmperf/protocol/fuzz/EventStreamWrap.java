package io.github.llmperf.protocol.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/** Puts a body into sound AWS event stream messages, so that what lies inside gets past their checksums. */
final class EventStreamWrap {

    private static final int STRING = 7;

    private EventStreamWrap() {}

    static String wrap(String body, SplittableRandom random) {
        StringBuilder messages = new StringBuilder();
        int from = 0;
        while (from < body.length()) {
            int to = Math.min(body.length(), from + 1 + random.nextInt(400));
            messages.append(message(kind(random), body.substring(from, to)));
            from = to;
        }
        return messages.toString();
    }

    /** The headers of a part of the payload; now and then of an exception, or of what nobody knows. */
    private static String kind(SplittableRandom random) {
        return switch (random.nextInt(40)) {
            case 0 -> header(":message-type", "exception") + header(":exception-type", "ModelStreamError");
            case 1 -> header(":message-type", "error") + header(":error-code", "500");
            case 2 -> header("", "") + header(":message-type", "?");
            default -> header(":message-type", "event") + header(":event-type", "PayloadPart");
        };
    }

    static String message(String headers, String payload) {
        byte[] head = headers.getBytes(StandardCharsets.ISO_8859_1);
        byte[] body = payload.getBytes(StandardCharsets.ISO_8859_1);
        int length = 16 + head.length + body.length;
        ByteArrayOutputStream message = new ByteArrayOutputStream(length);
        message.writeBytes(
                ByteBuffer.allocate(8).putInt(length).putInt(head.length).array());
        message.writeBytes(sum(message.toByteArray()));
        message.writeBytes(head);
        message.writeBytes(body);
        message.writeBytes(sum(message.toByteArray()));
        return message.toString(StandardCharsets.ISO_8859_1);
    }

    static String header(String name, String value) {
        return (char) name.length() + name + (char) STRING + "\0" + (char) value.length() + value;
    }

    private static byte[] sum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
    }
}
