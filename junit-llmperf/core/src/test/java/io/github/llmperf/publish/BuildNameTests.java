package io.github.llmperf.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.publish.BuildName.Ancestor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BuildNameTests {

    @Test
    void isTheBuildToolThatStartedTheProcess() {
        assertThat(name("/jdk/bin/java", "/bin/sh", "/jdk/bin/java", "/usr/bin/bash", "/jdk/bin/java"))
                .contains("2@/jdk/bin/java");
        assertThat(name("C:\\jdk\\bin\\java.exe", "C:\\Windows\\cmd.exe", "C:\\jdk\\bin\\JAVA.EXE"))
                .contains("2@C:\\jdk\\bin\\JAVA.EXE");
    }

    @Test
    void isTheProcessItselfWhereNoJavaProgramStartedIt() {
        assertThat(name("/jdk/bin/java", "/bin/bash", "/usr/bin/gnome-terminal", "/jdk/bin/java"))
                .contains("0@/jdk/bin/java");
        assertThat(name("/jdk/bin/java", "/bin/sh")).contains("0@/jdk/bin/java");
        assertThat(name("/jdk/bin/java")).contains("0@/jdk/bin/java");
    }

    @Test
    void isNotKnownWhereTheSystemHidesWhoStartedIt() {
        assertThat(name("/jdk/bin/java", "/bin/sh", "")).isEmpty();
    }

    @Test
    void isTheSameWheneverItIsAskedFor() {
        assertThat(BuildName.current()).isEqualTo(BuildName.current());
    }

    private static Optional<String> name(String... commands) {
        List<String> all = Arrays.asList(commands);
        List<Ancestor> line = new java.util.ArrayList<>();
        for (String command : all) {
            line.add(new Ancestor(Optional.of(command).filter(text -> !text.isEmpty()), line.size() + "@" + command));
        }
        return BuildName.of(line);
    }
}
