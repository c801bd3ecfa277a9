package io.github.llmperf.simulator;

import io.github.llmperf.simulator.RawConnection.Answer;
import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.fault.FaultRate;
import io.github.llmperf.simulator.fault.Faults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A server of 100 tokens with times that are easily told, and a raw connection to it. */
final class FaceTestServer implements AutoCloseable {

    private final SimulatedServer server = SimulatedServer.builder()
            .clock(new JumpingClock())
            .maxModelLen(100)
            .arrivalMillis(40)
            .stepMillis(100)
            .prefillMillis(0)
            .decodeMillis(0)
            .start();
    private final RawConnection connection;

    FaceTestServer() throws IOException {
        connection = new RawConnection(server);
    }

    SimulatedServer server() {
        return server;
    }

    RawConnection connection() {
        return connection;
    }

    Answer post(String path, String json) throws IOException {
        return connection.post(path, json).answer();
    }

    /** Has every request from now on fail. */
    void inject(Fault fault) {
        server.faults(Faults.none().with(fault, FaultRate.every(1)));
    }

    /** Returns what comes until the server closes the connection, by chunks; an empty one is the end mark. */
    List<String> chunks() throws IOException {
        List<String> chunks = new ArrayList<>();
        for (String chunk = connection.chunk(); !chunk.isEmpty(); chunk = connection.chunk()) {
            chunks.add(chunk);
        }
        return chunks;
    }

    @Override
    public void close() throws IOException {
        connection.close();
        server.close();
    }
}
