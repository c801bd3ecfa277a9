package io.github.llmperf;

import io.github.llmperf.clock.NanoClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A file in a directory that all users of a machine may write, opened without trust in what lies there: links are not
 * followed, and only a file that was made here is given other permissions.
 *
 * <p>A file of another user is opened without {@code O_CREAT}, which Linux refuses there ({@code fs.protected_regular}).
 */
record LockFile(Path file, NanoClock clock) {

    /** Between making the file and sharing it, other users cannot open it. */
    private static final int TRIES = 4;

    private static final Duration PAUSE = Duration.ofMillis(50);

    /**
     * Opens the file, and makes it where there is none.
     *
     * @throws IllegalStateException if something else lies there, or this user may not write it
     */
    FileChannel open() throws InterruptedException {
        for (int attempt = 1; true; attempt++) {
            try {
                return existing();
            } catch (NoSuchFileException absent) {
                FileChannel made = make(attempt);
                if (made != null) {
                    return made;
                }
            } catch (IOException e) {
                if (!(e instanceof AccessDeniedException) || attempt >= TRIES || !isFile()) {
                    throw refused(e);
                }
            }
            clock.sleepUntil(clock.now() + PAUSE.toNanos());
        }
    }

    private FileChannel existing() throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        if (!isFile()) {
            channel.close();
            throw new IOException("not a regular file");
        }
        return channel;
    }

    /** Returns null where another process was faster. */
    private @Nullable FileChannel make(int attempt) {
        try {
            FileChannel channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            share();
            return channel;
        } catch (FileAlreadyExistsException e) {
            if (attempt >= TRIES) {
                throw refused(e);
            }
            return null;
        } catch (IOException e) {
            throw refused(e);
        }
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

    private boolean isFile() {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private IllegalStateException refused(IOException e) {
        String elsewhere = "or set java.io.tmpdir to another directory";
        if (Files.isSymbolicLink(file)) {
            return new IllegalStateException(
                    "lock file " + file
                            + " must be a file, but is a symbolic link, which is not followed, since anybody"
                            + " may have put it there; remove it, " + elsewhere,
                    e);
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !isFile()) {
            return new IllegalStateException(
                    "lock file " + file + " must be a file, but is "
                            + (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) ? "a directory" : "something else")
                            + "; remove it, " + elsewhere,
                    e);
        }
        return new IllegalStateException(
                "lock file " + file + " must be writable" + (isFile() ? " for all users of this machine" : "")
                        + ", so that loads of parallel builds do not overlap: " + e + "; "
                        + (isFile() ? "have its owner" + owner() + " run chmod a+rw on it, " : "make it writable, ")
                        + elsewhere,
                e);
    }

    private String owner() {
        try {
            return " (" + Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName() + ")";
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
