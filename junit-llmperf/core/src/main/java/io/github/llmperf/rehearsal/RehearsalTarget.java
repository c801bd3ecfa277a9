package io.github.llmperf.rehearsal;

import io.github.llmperf.plan.Target;
import io.github.llmperf.witness.OwnServer;
import io.github.llmperf.witness.ReferenceLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the rehearsal sends to: the own server, behind TLS where the target has it.
 *
 * @param target where to send requests
 * @param front takes TLS off; null without it
 * @param trusted file with the certificate that is trusted; null without TLS
 */
record RehearsalTarget(Target target, @Nullable TlsFront front, @Nullable Path trusted) implements AutoCloseable {

    static RehearsalTarget before(OwnServer server, Target like) throws IOException {
        Target plain = ReferenceLoad.target(like, server);
        if (!"https".equalsIgnoreCase(like.url().getScheme())) {
            return new RehearsalTarget(plain, null, null);
        }
        Path trusted = Files.createTempFile("llmperf-rehearsal", ".pem");
        try {
            TlsFront front = TlsFront.start(server.port());
            Files.writeString(trusted, front.pem());
            return new RehearsalTarget(plain.withUrl(front.url()).withCaFile(trusted), front, trusted);
        } catch (IOException | RuntimeException e) {
            Files.delete(trusted);
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        if (front != null) {
            front.close();
        }
        if (trusted != null) {
            Files.deleteIfExists(trusted);
        }
    }
}
