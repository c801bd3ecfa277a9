package io.github.llmperf.publish;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Names the build that this process belongs to, so that what another build has left is not told as this one's. A build tool
 * that starts processes for its tests is one build with all of them; a process that no Java program has started is its own.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class BuildName {

    private static final Set<String> SHELLS =
            Set.of("sh", "bash", "dash", "ash", "zsh", "ksh", "busybox", "cmd", "powershell", "pwsh");
    private static final Set<String> JAVA = Set.of("java", "javaw");
    private static final Pattern BEFORE_NAME = Pattern.compile(".*[/\\\\]");

    /**
     * A process between this one and the first of the system.
     *
     * @param command what it runs; empty where the system does not tell
     */
    record Ancestor(Optional<String> command, String name) {

        private String program() {
            return BEFORE_NAME
                    .matcher(command.orElse(""))
                    .replaceFirst("")
                    .toLowerCase(Locale.ROOT)
                    .replaceFirst("\\.exe$", "");
        }
    }

    private BuildName() {}

    /** Returns the name of this process's build; empty where it cannot be told. */
    public static Optional<String> current() {
        List<Ancestor> line = new ArrayList<>();
        Optional<ProcessHandle> process = Optional.of(ProcessHandle.current());
        while (process.isPresent()) {
            ProcessHandle.Info info = process.get().info();
            line.add(new Ancestor(
                    info.command(),
                    process.get().pid() + "@"
                            + info.startInstant().map(Instant::toString).orElse("")));
            process = process.get().parent();
        }
        return of(line);
    }

    /**
     * Returns the name of a build.
     *
     * @param line the process itself, then who started it, and so on
     */
    static Optional<String> of(List<Ancestor> line) {
        for (Ancestor ancestor : line.subList(1, line.size())) {
            if (ancestor.command().isEmpty()) {
                return Optional.empty();
            }
            if (JAVA.contains(ancestor.program())) {
                return Optional.of(ancestor.name());
            }
            if (!SHELLS.contains(ancestor.program())) {
                break;
            }
        }
        return Optional.of(line.get(0).name());
    }
}
