package io.github.llmperf.client;

import java.io.EOFException;
import java.io.IOException;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Source;

/** A decoded body that distinguishes undecodable bytes from a broken connection. */
final class DecodedSource extends ForwardingSource {

    /** Makes a decoder of bytes. */
    @FunctionalInterface
    interface Decoding {
        Source of(Source bytes) throws IOException;
    }

    private final Wire wire;
    private final String encoding;

    private DecodedSource(Source decoded, Wire wire, String encoding) {
        super(decoded);
        this.wire = wire;
        this.encoding = encoding;
    }

    static Source of(Source bytes, String encoding, Decoding decoding) throws IOException {
        Wire wire = new Wire(bytes);
        return new DecodedSource(decoding.of(wire), wire, encoding);
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
        try {
            return super.read(sink, byteCount);
        } catch (EOFException e) {
            throw e;
        } catch (IOException e) {
            if (wire.broken) {
                throw e;
            }
            EncodingException undecodable = new EncodingException(
                    "content-encoding " + encoding + " cannot be decoded (" + FailureText.words(e) + ")");
            undecodable.initCause(e);
            throw undecodable;
        }
    }

    private static final class Wire extends ForwardingSource {

        private boolean broken;

        Wire(Source bytes) {
            super(bytes);
        }

        @Override
        public long read(Buffer sink, long byteCount) throws IOException {
            try {
                return super.read(sink, byteCount);
            } catch (IOException e) {
                broken = true;
                throw e;
            }
        }
    }
}
