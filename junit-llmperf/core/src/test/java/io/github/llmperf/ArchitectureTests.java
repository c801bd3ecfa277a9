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
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.llmperf.publish.Console;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The structure that design and style promise: one arrow, libraries behind packages, a marked public face. */
@Tag("once")
class ArchitectureTests {

    private static final String ROOT = "io.github.llmperf";

    /** Each package may use only those before it; the root may use them all. */
    private static final List<String> ARROW = List.of(
            "metric",
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
            "report",
            "publish");

    private static final Map<String, List<String>> LIBRARIES = Map.of(
            "com.fasterxml.jackson..", List.of("prompt", "protocol", "baseline", "report"),
            "software.amazon..", List.of("protocol.sagemaker"),
            "okhttp3..", List.of("client"),
            "okio..", List.of("client"),
            "org.HdrHistogram..", List.of("client", "measure"),
            "org.apache.commons..", List.of("verdict"),
            "io.qameta.allure..", List.of("publish"),
            "org.junit..", List.of("publish", ""),
            "org.opentest4j..", List.of(""),
            "org.assertj..", List.of(""));

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

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
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
            DescribedPredicate<JavaClass> laterOrRoot = resideInAPackage(ROOT).or(resideInAnyPackage(later));
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
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
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

    private static DescribedPredicate<JavaClass> named(String... names) {
        return DescribedPredicate.describe("are one of " + String.join(", ", names), c -> Stream.of(names)
                .anyMatch(name -> c.getName().equals(ROOT + "." + name)));
    }

    private static String inArrow(String name) {
        return ROOT + "." + name + "..";
    }
}
