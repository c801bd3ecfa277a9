package io.github.llmperf.protocol.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.StreamEvent;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DialectsTests {

    @Test
    void findsTheOnesBuiltIn() {
        assertThat(Dialects.named("openai-chat").name()).isEqualTo("openai-chat");
        assertThat(Dialects.named("openai-completions").name()).isEqualTo("openai-completions");
    }

    @Test
    void listsTheKnownOnesForAnUnknownName() {
        String known = Dialects.all().stream().map(Dialect::name).sorted().collect(Collectors.joining(", "));

        assertThat(known).contains("openai-chat, openai-completions");
        assertThatThrownBy(() -> Dialects.named("open-ai"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("api must be one of " + known
                        + ", or the name of a Dialect found by ServiceLoader, but is \"open-ai\"");
    }

    @Test
    void namesTheDependencyThatBringsADialect() {
        assertThatThrownBy(() -> Dialects.named("sagemaker"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("api \"sagemaker\" needs one more dependency, io.github.llmperf:junit-llmperf-sagemaker"
                        + " of scope test; add it");
    }

    @Test
    void findsAUsersOwnByServiceLoader(@TempDir Path dir) throws Exception {
        Path services = Files.createDirectories(dir.resolve("META-INF/services"));
        Files.writeString(services.resolve(Dialect.class.getName()), OwnDialectTestCase.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);

            assertThat(Dialects.named("own")).isInstanceOf(OwnDialectTestCase.class);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void saysWhichFileNamesAClassThatIsNone(@TempDir Path dir) throws Exception {
        Path services = Files.createDirectories(dir.resolve("META-INF/services"));
        Files.writeString(services.resolve(Dialect.class.getName()), "acme.NoSuchDialect");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);

            assertThatThrownBy(() -> Dialects.named("own"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "META-INF/services/io.github.llmperf.protocol.Dialect must name public classes")
                    .hasMessageContaining("acme.NoSuchDialect")
                    .hasMessageEndingWith("; correct the file");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    public static class OwnDialectTestCase implements Dialect {

        @Override
        public String name() {
            return "own";
        }

        @Override
        public URI route(Target target, Workload workload) {
            return target.url();
        }

        @Override
        public RequestWriter writer(Target target, Workload workload) {
            throw new IllegalArgumentException("not asked for");
        }

        @Override
        public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
            throw new IllegalArgumentException("not asked for");
        }
    }
}
