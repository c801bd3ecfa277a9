package io.github.llmperf.publish;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One line on the device of the terminal that the build was started in, drawn again and again. What the build tool reads
 * from its test processes is another matter, and none of this goes there.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Terminal implements Closeable {

    private static final int COLUMNS = 80;
    private static final String ERASE = "\r\u001b[K";

    private final OutputStream device;
    private final int columns;
    private boolean drawn;

    Terminal(OutputStream device, int columns) {
        this.device = device;
        this.columns = columns;
    }

    /**
     * Opens the terminal's device.
     *
     * @return the terminal; empty where the process has none, as on build servers
     */
    public static Optional<Terminal> find() {
        return open(Path.of(System.getProperty("os.name", "").startsWith("Windows") ? "CONOUT$" : "/dev/tty"));
    }

    static Optional<Terminal> open(Path device) {
        try {
            return Optional.of(new Terminal(new FileOutputStream(device.toFile(), true), columns(System.getenv())));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Shells know the width, and some hand it on. */
    static int columns(Map<String, String> variables) {
        String said = variables.getOrDefault("COLUMNS", "");
        return said.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(said) : COLUMNS;
    }

    /** Returns how wide a line may be, so that the next one can take its place. */
    int columns() {
        return columns - 1;
    }

    /** Draws a line in the place of the last one. */
    void draw(String line) {
        write(ERASE + line);
        drawn = true;
    }

    /** Makes place for lines of others. */
    void erase() {
        if (drawn) {
            write(ERASE);
            drawn = false;
        }
    }

    private void write(String text) {
        try {
            device.write(text.getBytes(StandardCharsets.UTF_8));
            device.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives the device back. */
    @Override
    public void close() throws IOException {
        device.close();
    }
}
