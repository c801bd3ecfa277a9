package io.github.llmperf;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.github.llmperf.publish.Console;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The structure that design and style promise: one arrow, libraries behind packages, a marked public face. */
@Tag("once")
class ArchitectureTests {

    private static final String ROOT = "io.github.llmperf";

    /** Each package may use only those before it. The last three carry out what annotations of the root ask for. */
    private static final List<String> ARROW = List.of(
            "clock",
            "file",
            "csv",
            "metric",
            "secret",
            "plan",
            "prompt",
            "protocol",
            "client",
            "witness",
            "load",
            "measure",
            "rehearsal",
            "baseline",
            "verdict",
            "wording",
            "report.model",
            "report.text",
            "report.json",
            "report.matrix",
            "report.svg",
            "report.csv",
            "report.html",
            "publish",
            "machine",
            "settings",
            "run",
            "study",
            "build.page",
            "build.matrix",
            "build.history",
            "build.forge",
            "build",
            "allure");

    /** Of these alone the public face is known to those that carry out what it asks for. */
    private static final List<String> BEHIND_THE_FACE = List.of("settings", "run", "study");

    /** JUnit makes them by their class, which annotations name: the one arrow that runs back. */
    private static final DescribedPredicate<JavaClass> ENTRY_POINTS = DescribedPredicate.describe(
            "are entry points of JUnit",
            c -> c.getPackageName().equals(ROOT)
                    && outermost(c).isAssignableTo(org.junit.jupiter.api.extension.Extension.class));

    /** Static, and yet changed, each with its reason in its Javadoc. */
    private static final Set<String> GROWING = Set.of("LockedFile.TURNS", "KnownSecrets.VALUES", "LauncherKeys.SEEN");

    private static final Map<String, List<String>> LIBRARIES = Map.of(
            "com.fasterxml.jackson..",
                    List.of("prompt", "protocol", "baseline", "report.json", "build.forge", "build", "allure"),
            "software.amazon..", List.of("protocol.sagemaker"),
            "okhttp3..", List.of("client"),
            "okio..", List.of("client"),
            "org.HdrHistogram..", List.of("client", "measure"),
            "org.apache.commons..", List.of("verdict"),
            "io.qameta.allure..", List.of("allure"),
            "org.junit..", List.of("publish", "settings", "run", "study", "build", ""),
            "org.opentest4j..", List.of("run", ""),
            "org.assertj..", List.of(""));

    private static final List<String> UNCHANGEABLE = List.of(
            "java.util.ImmutableCollections$", "java.util.Collections$Unmodifiable", "java.util.Collections$Empty");

    private static final Set<String> SEARCHES =
            Set.of("startsWith", "endsWith", "contains", "matches", "indexOf", "matcher");

    private static final DescribedPredicate<JavaAccess<?>> SEARCHES_TEXT = DescribedPredicate.describe(
            "search a text",
            access -> SEARCHES.contains(access.getName())
                    && (access.getTargetOwner().isEquivalentTo(String.class)
                            || access.getTargetOwner().isEquivalentTo(Pattern.class)));

    private static final DescribedPredicate<JavaAccess<?>> READS_EXCEPTION = DescribedPredicate.describe(
            "read the message of an exception",
            access -> access.getName().equals("getMessage")
                    && access.getTargetOwner().isAssignableTo(Throwable.class));

    /** A message of an exception or of a failure, as it is or through those who quote it. */
    private static final DescribedPredicate<JavaClass> READS_MESSAGES =
            DescribedPredicate.describe("read messages", c -> c.getAccessesFromSelf().stream()
                    .anyMatch(access -> READS_EXCEPTION.test(access)
                            || named("client.FailureText", "baseline.Words").test(access.getTargetOwner())
                            || (List.of("message", "words", "code").contains(access.getName())
                                    && named("protocol.Failure", "protocol.Trouble")
                                            .test(access.getTargetOwner()))));

    /** The mark of a top-level type for users. */
    private static final Pattern SUPPORTED = Pattern.compile("(?m)^@API\\(status = (?:API\\.)?Status\\.(?!INTERNAL)");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(ROOT);

    @Test
    void seesAllPackages() {
        assertThat(ARROW).allSatisfy(name -> assertThat(CLASSES.stream())
                .as(name)
                .anyMatch(c -> c.getPackageName().equals(ROOT + "." + name)
                        && !c.getSimpleName().equals("package-info")));
    }

    @Test
    void eachPackageUsesOnlyThoseBeforeIt() {
        for (int i = 0; i < ARROW.size(); i++) {
            String[] later = ARROW.subList(i + 1, ARROW.size()).stream()
                    .map(ArchitectureTests::inArrow)
                    .toArray(String[]::new);
            DescribedPredicate<JavaClass> face =
                    BEHIND_THE_FACE.contains(ARROW.get(i)) ? ENTRY_POINTS : resideInAPackage(ROOT);
            DescribedPredicate<JavaClass> laterOrRoot = face.or(resideInAnyPackage(later));
            noClasses()
                    .that()
                    .resideInAPackage(inArrow(ARROW.get(i)))
                    .should()
                    .dependOnClassesThat(laterOrRoot)
                    .check(CLASSES);
        }
    }

    @Test
    void hasNoPackageCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Also inside a room: what two classes need of each other is a third one. */
    @Test
    void hasNoClassCyclesInRunAndSettings() {
        for (String name : List.of("run", "settings")) {
            slices().assignedFrom(outermostClassesOf(inArrow(name)))
                    .should()
                    .beFreeOfCycles()
                    .check(CLASSES);
        }
    }

    private static SliceAssignment outermostClassesOf(String packageName) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass c) {
                return resideInAPackage(packageName).test(c)
                        ? SliceIdentifier.of(outermost(c).getSimpleName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "outermost classes of " + packageName;
            }
        };
    }

    @Test
    void letsOnlyEntryPointsUseWhatIsBehindTheFace() {
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .and(not(ENTRY_POINTS))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        BEHIND_THE_FACE.stream().map(ArchitectureTests::inArrow).toArray(String[]::new)))
                .check(CLASSES);
    }

    @Test
    void keepsTheFamiliesOfDialectsFreeOfCycles() {
        slices().matching(ROOT + ".protocol.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void letsOnlyTheCatalogKnowAllDialects() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".protocol")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".protocol.*..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".protocol.framing", ROOT + ".protocol.kit")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + ".protocol.*..")
                        .and(not(resideInAnyPackage(ROOT + ".protocol.framing", ROOT + ".protocol.kit"))))
                .check(CLASSES);
    }

    @Test
    void keepsEachLibraryBehindItsPackage() {
        LIBRARIES.forEach((library, packages) -> {
            String[] allowed = packages.stream()
                    .map(name -> name.isEmpty() ? ROOT : inArrow(name))
                    .toArray(String[]::new);
            noClasses()
                    .that(not(resideInAnyPackage(allowed)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(library)
                    .check(CLASSES);
        });
    }

    @Test
    void marksEveryPublicTypeAsApiOrInternal() {
        classes()
                .that()
                .arePublic()
                .and()
                .areTopLevelClasses()
                .should()
                .beAnnotatedWith(API.class)
                .check(CLASSES);
    }

    @Test
    void supportsNothingThatIsNotMeantToBeUsed() {
        DescribedPredicate<JavaClass> isInternal = DescribedPredicate.describe(
                "are marked INTERNAL",
                c -> c.isAnnotatedWith(API.class)
                        && c.getAnnotationOfType(API.class).status() == API.Status.INTERNAL);
        classes()
                .that()
                .resideInAnyPackage(ROOT, ROOT + ".metric", ROOT + ".protocol")
                .and()
                .arePublic()
                .and()
                .areTopLevelClasses()
                .should(com.tngtech.archunit.lang.conditions.ArchConditions.not(
                        com.tngtech.archunit.lang.conditions.ArchConditions.be(isInternal)))
                .because("users annotate their tests with them")
                .check(CLASSES);
    }

    /** Javadoc is in no class file: this reads the sources of all modules. */
    @Test
    void tellsSinceWhenEachSupportedTypeIsThere() throws IOException {
        List<Path> supported = new ArrayList<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            Matcher mark = SUPPORTED.matcher(text);
            if (mark.find()) {
                supported.add(source);
                assertThat(text.substring(0, mark.start()))
                        .as(source.toString())
                        .contains(" * @since ");
            }
        }
        assertThat(supported).as("supported types").hasSizeGreaterThan(90);
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.map(m -> m.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        return sources;
    }

    @Test
    void hasNoMutableStatics() {
        fields().that()
                .areStatic()
                .and()
                .doNotHaveModifier(JavaModifier.SYNTHETIC)
                .should()
                .beFinal()
                .check(CLASSES);
    }

    /** What is final may grow all the same: only what nobody can add to is held. */
    @Test
    void holdsNothingStaticThatGrows() {
        assertThat(CLASSES.stream()
                        .flatMap(c -> c.getFields().stream())
                        .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                        .map(JavaField::reflect)
                        .filter(ArchitectureTests::grows)
                        .map(field -> field.getDeclaringClass().getSimpleName() + "." + field.getName()))
                .containsExactlyInAnyOrderElementsOf(GROWING);
    }

    private static boolean grows(Field field) {
        Class<?> type = field.getType();
        if (type.getPackageName().startsWith("java.util.concurrent") || type == ThreadLocal.class) {
            return true;
        }
        if (!Collection.class.isAssignableFrom(type) && !Map.class.isAssignableFrom(type)) {
            return false;
        }
        try {
            field.setAccessible(true);
            Object value = field.get(null);
            return value != null
                    && UNCHANGEABLE.stream().noneMatch(value.getClass().getName()::startsWith);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** Who rewords a sentence must not change a verdict by it. */
    @Test
    void judgesByValuesAndNotByWords() {
        noClasses()
                .that()
                .resideInAnyPackage(inArrow("verdict"), inArrow("measure"))
                .should()
                .accessTargetWhere(SEARCHES_TEXT)
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage(inArrow("client"), inArrow("load"), inArrow("baseline"))
                .and(not(named("client.ForeignWords")))
                // They look at a header that was sent, and at the name of a file.
                .and(not(named("client.FailureText", "client.ClientKeyFile")))
                .and(READS_MESSAGES)
                .should()
                .accessTargetWhere(SEARCHES_TEXT)
                .because("one class of the client reads what others say in words alone")
                .check(CLASSES);
    }

    /** Those who may quote it; {@code ForeignWords}, which decides by it, gets it from one of them. */
    @Test
    void letsOnlyFewReadWhatAnExceptionSays() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        inArrow("verdict"),
                        inArrow("plan"),
                        inArrow("load"),
                        inArrow("measure"),
                        inArrow("baseline"),
                        inArrow("client"))
                .and()
                .areNotAssignableTo(Throwable.class)
                .and(not(named("client.FailureText", "client.socket.Inbox", "baseline.Words")))
                .should()
                .accessTargetWhere(READS_EXCEPTION)
                .check(CLASSES);
    }

    @Test
    void printsNothingByItself() {
        noClasses()
                .that()
                .areNotAssignableTo(Console.class)
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .because("what is printed goes through Console, in whole lines")
                .check(CLASSES);
    }

    @Test
    void writesToNoDescriptorThatTheBuildToolOwns() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(java.io.FileDescriptor.class)
                .because("Surefire speaks with its test processes over descriptors 0 and 1")
                .check(CLASSES);
    }

    private static JavaClass outermost(JavaClass c) {
        return c.getEnclosingClass().map(ArchitectureTests::outermost).orElse(c);
    }

    private static DescribedPredicate<JavaClass> named(String... names) {
        return DescribedPredicate.describe("are one of " + String.join(", ", names), c -> Stream.of(names)
                .anyMatch(name -> c.getName().equals(ROOT + "." + name)));
    }

    private static String inArrow(String name) {
        boolean hasRooms = ARROW.stream().anyMatch(other -> other.startsWith(name + "."));
        return ROOT + "." + name + (hasRooms ? "" : "..");
    }
}
