package io.github.llmperf.simulator;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Engine, faults and texts know nothing of each other or of HTTP; HTTP knows them; only the root starts servers. */
@Tag("once")
class ArchitectureTests {

    private static final String ROOT = "io.github.llmperf.simulator";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void seesAllPackages() {
        for (String name : List.of("engine", "fault", "text", "http", "profile", "virtual")) {
            assertThat(CLASSES)
                    .as(name)
                    .anyMatch(c -> c.getPackageName().equals(ROOT + "." + name)
                            && !c.getSimpleName().equals("package-info"));
        }
    }

    @Test
    void keepsModelsFreeOfEverythingButJava() {
        for (String name : List.of("engine", "fault", "text")) {
            classes()
                    .that()
                    .resideInAPackage(ROOT + "." + name)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java.lang..",
                            "java.util",
                            "java.util.function",
                            "java.util.stream",
                            ROOT + "." + name,
                            "org.apiguardian..",
                            "org.jspecify..")
                    .because("models of engines run in virtual time too, without threads, clocks or a wire")
                    .check(CLASSES);
        }
    }

    @Test
    void runsLoadsInVirtualTimeOnEnginesAlone() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".virtual")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java.lang..",
                        "java.util",
                        "java.util.function",
                        "java.util.stream",
                        ROOT + ".virtual",
                        ROOT + ".engine",
                        "org.apiguardian..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void keepsThreadsAndClocksOutOfModels() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".engine", ROOT + ".fault", ROOT + ".text", ROOT + ".virtual")
                .should()
                .dependOnClassesThat(assignableTo(Thread.class))
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }

    @Test
    void letsOnlyTheRootStartServers() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".http", ROOT + ".profile", ROOT + ".virtual")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT))
                .check(CLASSES);
    }

    @Test
    void keepsLibrariesBehindHttpAndProfiles() {
        noClasses()
                .that(not(resideInAnyPackage(ROOT + ".http", ROOT + ".profile")))
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.netty..", "com.fasterxml.jackson.."))
                .check(CLASSES);
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
    void hasNoMutableStatics() {
        fields().that()
                .areStatic()
                .and()
                .doNotHaveModifier(JavaModifier.SYNTHETIC)
                .should()
                .beFinal()
                .check(CLASSES);
    }

    @Test
    void printsNothingUnlessRunAsAProcess() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(SimulatorMain.class.getName())
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }
}
