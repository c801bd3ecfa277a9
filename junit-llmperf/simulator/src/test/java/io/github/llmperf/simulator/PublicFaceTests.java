package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users may rely on, which is each public type that is not marked INTERNAL. Here both published modules are seen. */
@Tag("once")
class PublicFaceTests {

    private static final String ROOT = "io.github.llmperf";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    /** A compact constructor, which takes what its record documents; JDK 17 asks for it twice. */
    private static final Pattern COMPACT_CONSTRUCTOR = Pattern.compile("\\s*public \\w+ \\{");

    @Test
    void namesOnlyTypesThatAreSupported() {
        assertThat(supported().flatMap(type -> ownTypesNamedBy(type)
                        .filter(named -> !isSupported(named))
                        .map(named -> type.getName() + " names " + named.getName())))
                .isEmpty();
    }

    @Test
    void isDocumentedInFull(@TempDir Path classes) throws IOException {
        assertThat(gapsInJavadoc(sources(), classes)).isEmpty();
    }

    private static Stream<JavaClass> supported() {
        return CLASSES.stream().filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC) && isSupported(type));
    }

    /** A type says so itself, or the one around it does. */
    private static boolean isSupported(JavaClass type) {
        return type.tryGetAnnotationOfType(API.class)
                .map(api -> api.status() != API.Status.INTERNAL)
                .orElseGet(() -> type.getEnclosingClass()
                        .map(PublicFaceTests::isSupported)
                        .orElse(false));
    }

    private static Stream<JavaClass> ownTypesNamedBy(JavaClass type) {
        Stream<JavaClass> above = Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
        Stream<JavaClass> inSignatures = type.getMembers().stream()
                .filter(PublicFaceTests::isSeen)
                .flatMap(member -> member.getAllInvolvedRawTypes().stream());
        return Stream.concat(above, inSignatures)
                .map(JavaClass::getBaseComponentType)
                .filter(named -> named.getPackageName().startsWith(ROOT))
                .distinct();
    }

    private static boolean isSeen(JavaMember member) {
        return (member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED))
                && !member.getModifiers().contains(JavaModifier.SYNTHETIC)
                && member.tryGetAnnotationOfType(API.class)
                        .map(api -> api.status() != API.Status.INTERNAL)
                        .orElse(true);
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of(".."))) {
            List<Path> modules = entries.toList();
            return supported()
                    .filter(JavaClass::isTopLevelClass)
                    .map(type -> "src/main/java/" + type.getName().replace('.', '/') + ".java")
                    .map(name -> modules.stream()
                            .map(module -> module.resolve(name))
                            .filter(Files::exists)
                            .findFirst()
                            .orElseThrow(() -> new AssertionError("no module has " + name)))
                    .toList();
        }
    }

    private static List<String> gapsInJavadoc(List<Path> sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of(
                    "-Xdoclint:all/protected",
                    "-Xmaxwarns",
                    "10000",
                    "-proc:none",
                    "-d",
                    classes.toString(),
                    "-classpath",
                    System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources))
                            .call())
                    .as(found.getDiagnostics().toString())
                    .isTrue();
        }
        return found.getDiagnostics().stream()
                .filter(gap -> !isOfCompactConstructor(gap))
                .map(Object::toString)
                .toList();
    }

    private static boolean isOfCompactConstructor(Diagnostic<? extends JavaFileObject> gap) {
        try {
            String line = gap.getSource()
                    .getCharContent(true)
                    .toString()
                    .lines()
                    .skip(gap.getLineNumber() - 1)
                    .findFirst()
                    .orElse("");
            return COMPACT_CONSTRUCTOR.matcher(line).matches();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
