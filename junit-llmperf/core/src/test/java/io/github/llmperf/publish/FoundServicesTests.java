package io.github.llmperf.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoundServicesTests {

    /** What the class path of these tests offers. */
    public interface Offer {}

    /** Can be made. */
    public static final class Sound implements Offer {}

    /** Can be made, too. */
    public static final class AlsoSound implements Offer {}

    /** Cannot be made. */
    public static final class Broken implements Offer {

        /** Called by the loader. */
        public Broken() {
            throw new IllegalStateException("no collector configured");
        }
    }

    @Test
    void leavesOutOnlyTheBrokenOne(@TempDir Path classPath) throws IOException {
        FoundServices<Offer> found =
                find(classPath, Sound.class.getName(), Broken.class.getName(), AlsoSound.class.getName());

        assertThat(found.usable()).hasExactlyElementsOfTypes(Sound.class, AlsoSound.class);
        assertThat(found.problems())
                .singleElement()
                .asString()
                .startsWith("left out a Offer, the verdict stands: ")
                .contains(Broken.class.getName(), "no collector configured")
                .endsWith("; mend that class, or remove its name from META-INF/services/" + Offer.class.getName());
    }

    @Test
    void leavesOutAClassThatIsNotThere(@TempDir Path classPath) throws IOException {
        FoundServices<Offer> found = find(classPath, "com.example.Gone", Sound.class.getName());

        assertThat(found.usable()).hasExactlyElementsOfTypes(Sound.class);
        assertThat(found.problems()).singleElement().asString().contains("com.example.Gone");
    }

    @Test
    void leavesOutAClassOfAnotherType(@TempDir Path classPath) throws IOException {
        FoundServices<Offer> found = find(classPath, FoundServicesTests.class.getName(), Sound.class.getName());

        assertThat(found.usable()).hasExactlyElementsOfTypes(Sound.class);
        assertThat(found.problems()).singleElement().asString().contains(FoundServicesTests.class.getName());
    }

    @Test
    void findsNothingWhereNothingIsNamed(@TempDir Path classPath) throws IOException {
        FoundServices<Offer> found = find(classPath);

        assertThat(found.usable()).isEmpty();
        assertThat(found.problems()).isEmpty();
    }

    private static FoundServices<Offer> find(Path classPath, String... named) throws IOException {
        Path services = Files.createDirectories(classPath.resolve("META-INF/services"));
        Files.write(services.resolve(Offer.class.getName()), List.of(named));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classPath.toUri().toURL()}, Offer.class.getClassLoader())) {
            return FoundServices.of(Offer.class, loader);
        }
    }
}
