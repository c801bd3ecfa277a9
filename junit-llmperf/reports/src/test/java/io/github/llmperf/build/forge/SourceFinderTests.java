package io.github.llmperf.build.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.build.forge.SourceFinder.Place;
import io.github.llmperf.plan.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFinderTests {

    @TempDir
    Path checkout;

    abstract static class SharedTestCase {
        void inherited() {}
    }

    static class OwnTestCase extends SharedTestCase {
        void declaredHere() {}

        void overloaded() {}

        void overloaded(int number) {}
    }

    @Test
    void findsThisVeryFileByItsClass() {
        Path module = Path.of("").toAbsolutePath();
        SourceFinder finder = new SourceFinder(module.resolve("../..").normalize(), module);

        Place place =
                finder.find(test(OwnTestCase.class.getName(), "declaredHere")).orElseThrow();

        assertThat(place.path())
                .isEqualTo("junit-llmperf/reports/src/test/java/io/github/llmperf/build/forge/SourceFinderTests.java");
        assertThat(lineAt(place)).isEqualTo("        void declaredHere() {}");
        assertThat(lineAt(finder.find(test(OwnTestCase.class.getName(), "inherited"))
                        .orElseThrow()))
                .isEqualTo("        void inherited() {}");
        assertThat(lineAt(finder.find(test(OwnTestCase.class.getName(), "overloaded(int)"))
                        .orElseThrow()))
                .as("the first of its name")
                .isEqualTo("        void overloaded() {}");
    }

    private static String lineAt(Place place) {
        try {
            return Files.readAllLines(Path.of("../..").resolve(place.path())).get(place.line() - 1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void findsJavaInAModule() throws IOException {
        write(
                "service/src/test/java/com/acme/RagTest.java",
                """
                package com.acme;

                /** See {@code void answers()}. */
                class RagTest {
                    // void answers() {}

                    private final Runnable late = () -> answers(null);

                    void before() {
                        this.answers();
                        return answers(null);
                    }

                    @LlmLoad(users = 20)
                    @Sla(ttftP90 = "3s")
                    void answers(LoadResult result) {}
                }
                """);

        assertThat(in("service").find(test("com.acme.RagTest", "answers")))
                .contains(new Place("service/src/test/java/com/acme/RagTest.java", 16));
    }

    @Test
    void findsKotlinInAnySetOfSources() throws IOException {
        write(
                "app/src/integrationTest/kotlin/com/acme/RagTest.kt",
                """
                package com.acme

                class RagTest {
                    @LlmLoad(users = [20])
                    fun `doesn't wait`() {
                    }

                    @LlmLoad
                    fun answers(result: LoadResult) = Unit
                }
                """);

        assertThat(in("app").find(test("com.acme.RagTest", "doesn't wait")))
                .contains(new Place("app/src/integrationTest/kotlin/com/acme/RagTest.kt", 5));
        assertThat(in("app").find(test("com.acme.RagTest", "answers")))
                .contains(new Place("app/src/integrationTest/kotlin/com/acme/RagTest.kt", 9));
    }

    @Test
    void findsTheNestedClassAmongSeveral() throws IOException {
        write(
                "src/test/java/com/acme/RagTest.java",
                """
                package com.acme;
                class RagTest {
                    void answers() {}
                    @Nested
                    class Chinese {
                        java.util.List<String> answers() { return List.of(); }
                    }
                }
                """);

        assertThat(in("").find(test("com.acme.RagTest$Chinese", "answers")))
                .contains(new Place("src/test/java/com/acme/RagTest.java", 6));
    }

    @Test
    void marksTheFirstLineWhereTheMethodIsNotInTheFile() throws IOException {
        write("src/test/java/com/acme/RagTest.java", "class RagTest extends Generated {}\n");

        assertThat(in("").find(test("com.acme.RagTest", "answers")))
                .contains(new Place("src/test/java/com/acme/RagTest.java", 1));
    }

    @Test
    void readsNothingOutsideOfTheCheckout(@TempDir Path elsewhere) throws IOException {
        Path file = elsewhere.resolve("src/test/java/com/acme/RagTest.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "class RagTest { void answers() {} }");

        assertThat(new SourceFinder(checkout, elsewhere).find(test("com.acme.RagTest", "answers")))
                .isEmpty();
        assertThat(in("").find(test("..\\..\\etc.passwd", "answers"))).isEmpty();
    }

    private SourceFinder in(String module) {
        return new SourceFinder(checkout, checkout.resolve(module));
    }

    private void write(String path, String text) throws IOException {
        Path file = checkout.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Scenario test(String className, String method) {
        return new Scenario(className, method, Map.of(), Scenario.SINGLE);
    }
}
