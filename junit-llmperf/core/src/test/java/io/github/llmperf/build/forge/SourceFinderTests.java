package io.github.llmperf.build.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.build.forge.SourceFinder.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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
                .isEqualTo("junit-llmperf/core/src/test/java/io/github/llmperf/publish/SourceFinderTests.java");
        assertThat(lineAt(place)).isEqualTo("        void declaredHere() {}");
        assertThat(lineAt(finder.find(test(OwnTestCase.class.getName(), "inherited"))
                        .orElseThrow()))
                .isEqualTo("        void inherited() {}");
        assertThat(lineAt(finder.find(test(OwnTestCase.class.getName(), "overloaded(int)"))
                        .orElseThrow()))
                .isEqualTo("        void overloaded(int number) {}");
        assertThat(lineAt(finder.find(test(OwnTestCase.class.getName(), "overloaded()"))
                        .orElseThrow()))
                .isEqualTo("        void overloaded() {}");
    }

    private static String lineAt(Place place) {
        try {
            return Files.readAllLines(Path.of("../..").resolve(place.path()))
                    .get(place.line().orElseThrow() - 1);
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
                    private String text = "void answers() {}";

                    void before() {
                        this.answers();
                        return answers();
                    }

                    @LlmLoad(users = 20)
                    @Sla(ttftP90 = "3s")
                    void answers(LoadResult result) {}
                }
                """);

        assertThat(in("service").find(test("com.acme.RagTest", "answers")))
                .contains(new Place("service/src/test/java/com/acme/RagTest.java", OptionalInt.of(15)));
    }

    @Test
    void findsKotlinToo() throws IOException {
        write(
                "app/src/test/kotlin/com/acme/RagTest.kt",
                """
                package com.acme

                class RagTest {
                    val text = \"""fun `doesn't wait`() {}\"""

                    @LlmLoad(users = [20])
                    fun `doesn't wait`() {
                    }

                    @LlmLoad
                    fun answers(result: LoadResult) = Unit
                }
                """);

        assertThat(in("app").find(test("com.acme.RagTest", "doesn't wait")))
                .contains(new Place("app/src/test/kotlin/com/acme/RagTest.kt", OptionalInt.of(7)));
        assertThat(in("app").find(test("com.acme.RagTest", "answers")))
                .contains(new Place("app/src/test/kotlin/com/acme/RagTest.kt", OptionalInt.of(11)));
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
                .contains(new Place("src/test/java/com/acme/RagTest.java", OptionalInt.of(6)));
    }

    @Test
    void findsEachOfSeveralMethodsWithOneName() {
        SourceText source = SourceText.of(
                """
                class RagTest {
                    class Chinese {
                        void answers() {}
                        class Old { void answers() {} }
                        void only() {}
                    }
                    Runnable late = () -> {
                        class Local { void answers() {} }
                    };
                    @LlmLoad(users = {1, 2})
                    void answers() {}
                    interface Chinese2 { void answers(); }
                }
                class English { class Chinese { void answers() {} } }
                """,
                false);

        assertThat(source.lineOf("answers", 0, List.of("RagTest"))).hasValue(11);
        assertThat(source.lineOf("answers", 0, List.of("RagTest", "Chinese"))).hasValue(3);
        assertThat(source.lineOf("answers", 0, List.of("RagTest", "Chinese", "Old")))
                .hasValue(4);
        assertThat(source.lineOf("answers", 0, List.of("RagTest", "Chinese2"))).hasValue(12);
        assertThat(source.lineOf("answers", 0, List.of("English", "Chinese"))).hasValue(14);
        assertThat(source.lineOf("only", 0, List.of("RagTest"))).isEmpty();
        assertThat(source.lineOf("answers", 0, List.of("Generated"))).isEmpty();
    }

    @Test
    void takesNoTextOrCommentOfKotlinForAFunction() {
        String code =
                """
                /* outer /* inner */ class RagTest { fun answers() {} */
                class Other(val size: Int = listOf(1).let { 2 })
                class RagTest(val name: String = "}") : Base({ "{" }) {
                    val raw = QQQ\\QQQ
                    val quoted = QQQfun answers() {QQQ"
                    val code = "${listOf("fun answers() {").map { it + "}" }} fun answers()"
                    val block = QQQ
                        ${map { "fun answers() {" }}
                        fun answers() {}
                    QQQ
                    val quote = '"' // fun answers() {
                    val price = "$5 { fun answers()"
                    val nested = object : Base() {
                        override fun answers() {}
                    }
                    companion object {
                        fun answers() = 1
                    }

                    fun <T> answers(
                        result: LoadResult,
                    ) = Unit
                }
                """;
        SourceText source = SourceText.of(code.replace("QQQ", "\"\"\""), true);

        assertThat(source.lineOf("answers", 1, List.of("RagTest"))).hasValue(20);
        assertThat(source.lineOf("answers", 0, List.of("RagTest", "Companion"))).hasValue(17);
        assertThat(source.lineOf("answers", 0, List.of("Other"))).isEmpty();
    }

    @Test
    void findsAClassInAFileOfAnotherName() throws IOException {
        write(
                "src/integrationTest/kotlin/com/acme/All.kt",
                "package com.acme\n\nclass RagTest {\n  fun answers() {}\n}\n");

        assertThat(in("").find(test("com.acme.RagTest", "answers")))
                .contains(new Place("src/integrationTest/kotlin/com/acme/All.kt", OptionalInt.of(4)));
    }

    @Test
    void tellsTheFileAloneWhereTheMethodIsNotInIt() throws IOException {
        write("src/test/java/com/acme/RagTest.java", "class RagTest extends Generated {}\n");

        assertThat(in("").find(test("com.acme.RagTest", "answers")))
                .contains(new Place("src/test/java/com/acme/RagTest.java", OptionalInt.empty()));
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

    @Test
    void readsLongSourcesWithoutEnd() {
        String source = "class A { String s = \"" + "x\\\"".repeat(2_000) + "\"; /* " + "y\n".repeat(20_000)
                + "*/ String t = \"\"\"\n" + "z '\"` ".repeat(20_000) + "\"\"\"; void b() {} }";

        assertThat(SourceText.of(source, false).lineOf("b", 0, List.of("A"))).hasValue(20_002);
        assertThat(SourceText.of("class A { /* void b() {", false).lineOf("b", 0, List.of("A")))
                .isEmpty();
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
