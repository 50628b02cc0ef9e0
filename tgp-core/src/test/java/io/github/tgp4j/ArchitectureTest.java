package io.github.tgp4j;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The rules of docs/architecture.md that a machine can hold. */
class ArchitectureTest {
  private static final String ROOT = "io.github.tgp4j";

  /** Each package may use only those before it; the order is that of docs/architecture.md. */
  static final List<String> PACKAGES =
      List.of(
          "text",
          "compute",
          "linalg",
          "elementary",
          "param",
          "divergence",
          "covariance",
          "flow",
          "network",
          "quadrature",
          "likelihood",
          "rows",
          "metrics",
          "predict",
          "forest",
          "data",
          "engine",
          "variational",
          "deep",
          "exact",
          "nonmarginal",
          "mixture",
          "train",
          "optimise",
          "spec",
          "model",
          "io",
          "auto");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void everyClassLiesInAKnownPackage() {
    TreeSet<String> found = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      if (!type.getPackageName().equals(ROOT)) {
        found.add(type.getPackageName().substring(ROOT.length() + 1).split("\\.")[0]);
      }
    }
    assertThat(found).contains("linalg", "model").isSubsetOf(PACKAGES);
  }

  @Test
  void everyPackageSaysWhatItIs() {
    TreeSet<String> silent = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      silent.add(type.getPackageName());
    }
    silent.removeIf(
        name ->
            Files.exists(Path.of("src/main/java", name.replace('.', '/'), "package-info.java")));
    assertThat(silent).isEmpty();
  }

  @Test
  void packagesUseOnlyThoseBeforeThem() {
    for (int i = 0; i < PACKAGES.size() - 1; i++) {
      String[] later =
          PACKAGES.subList(i + 1, PACKAGES.size()).stream()
              .map(ArchitectureTest::inside)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(inside(PACKAGES.get(i)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(later)
          .allowEmptyShould(true) // packages that are still to come
          .check(CLASSES);
    }
  }

  @Test
  void internalPackagesAreUsedByTheirParentOnly() {
    for (String parent : List.of("linalg", "elementary")) {
      noClasses()
          .that()
          .resideOutsideOfPackage(inside(parent))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(inside(parent + ".internal"))
          .check(CLASSES);
    }
  }

  @Test
  void nativeAndIncubatingLibrariesStayBehindTheirFacades() {
    noClasses()
        .that()
        .resideOutsideOfPackage(inside("linalg.internal"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.ludovic.netlib..", "org.bytedeco..", "org.netlib..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackages(inside("elementary.internal"), inside("linalg.internal"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.incubator..")
        .check(CLASSES);
  }

  /** Applications bring JSON libraries of any age, and one of them always wins. */
  @Test
  void noJsonLibrary() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google.gson..", "com.fasterxml..", "org.json..")
        .check(CLASSES);
  }

  @Test
  void noJavaSerialization() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(ObjectInputStream.class, ObjectOutputStream.class)
        .check(CLASSES);
    // Java makes every exception and enum serializable, whether one wants it or not.
    noClasses()
        .that(not(assignableTo(Throwable.class)).and(not(assignableTo(Enum.class))))
        .should()
        .beAssignableTo(Serializable.class)
        .check(CLASSES);
  }

  @Test
  void nothingIsPrinted() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
  }

  @Test
  void randomnessIsSeeded() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Random.class, ThreadLocalRandom.class, SecureRandom.class)
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(RandomGenerator.class, "getDefault")
        .orShould()
        .callConstructor(SplittableRandom.class)
        .check(CLASSES);
  }

  @Test
  void namesSayWhatAClassIs() {
    classes()
        .that(resideInAPackage(ROOT + ".."))
        .should()
        .haveNameNotMatching(".*(Utils?|Impl|Helper|Manager)(\\$.*)?")
        .check(CLASSES);
  }

  private static String inside(String name) {
    return ROOT + "." + name + "..";
  }
}
