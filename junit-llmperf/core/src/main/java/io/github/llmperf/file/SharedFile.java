package io.github.llmperf.file;

import io.github.llmperf.clock.NanoClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A lock file in a directory that all users of a machine may write, opened without trust in what lies there: links are not
 * followed, and only a file that was made here is given other permissions.
 */
@API(status = Status.INTERNAL, since = "0.1")
public record SharedFile(Path file, NanoClock clock) {

    /** Two processes may make the file at once, and other users cannot open it until it is shared. */
    private static final int TRIES = 4;

    private static final Duration PAUSE = Duration.ofMillis(50);

    /**
     * Opens the file, and makes it where there is none.
     *
     * @throws IllegalStateException if something else lies there, or this user may not write it
     */
    public FileChannel open() throws InterruptedException {
        for (int attempt = 1; true; attempt++) {
            try {
                return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? existing() : made();
            } catch (IOException e) {
                if (attempt == TRIES) {
                    throw new IllegalStateException(
                            "lock file " + file + " must be a file that all users of this machine may write, so that"
                                    + " loads of parallel builds do not overlap, but opening it failed: " + e
                                    + "; remove it, have its owner run chmod a+rw on it, or set java.io.tmpdir to"
                                    + " another directory",
                            e);
                }
            }
            clock.sleepUntil(clock.now() + PAUSE.toNanos());
        }
    }

    /** Without {@code O_CREAT}, which Linux refuses for a file of another user ({@code fs.protected_regular}). */
    private FileChannel existing() throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    private FileChannel made() throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        share();
        return channel;
    }

    /** Builds of other users of this machine must be able to lock it too. */
    private void share() {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return; // the file system knows no such thing
        }
        try {
            view.setPermissions(PosixFilePermissions.fromString("rw-rw-rw-"));
        } catch (IOException e) {
            // Builds of this user can lock it all the same; others are told what is wrong.
        }
    }
}
