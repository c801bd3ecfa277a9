package io.github.llmperf.baseline;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Locale;

/** What the system or the reader of a line says went wrong. It is quoted, and nothing is decided by it. */
final class Words {

    private Words() {}

    /** Some exceptions of files have a name alone, such as {@code AccessDeniedException}. */
    static String of(IOException e) {
        String type = e.getClass().getSimpleName();
        if (e instanceof FileSystemException system && system.getReason() == null) {
            return type.replace("Exception", "")
                    .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                    .toLowerCase(Locale.ROOT);
        }
        return e instanceof FileSystemException system
                ? String.valueOf(system.getReason())
                : e.getMessage() == null ? type : e.getMessage();
    }

    static String of(IllegalArgumentException e) {
        return String.valueOf(e.getMessage());
    }
}
