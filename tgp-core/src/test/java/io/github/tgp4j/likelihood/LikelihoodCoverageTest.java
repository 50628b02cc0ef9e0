package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fails when a likelihood has no contract test. */
class LikelihoodCoverageTest {
  @Test
  void everyLikelihoodHasItsContractTest() throws ReflectiveOperationException {
    List<String> seen = new ArrayList<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.github.tgp4j")) {
      if (!type.isAssignableTo(Likelihood.class)
          || type.isInterface()
          || type.getModifiers().contains(JavaModifier.ABSTRACT)) {
        continue;
      }
      seen.add(type.getSimpleName());
      Object test = Class.forName(type.getName() + "Test").getDeclaredConstructor().newInstance();
      assertThat(test).isInstanceOf(LikelihoodContract.class);
      assertThat(((LikelihoodContract) test).variants())
          .isNotEmpty()
          .allMatch(variant -> variant.getClass().getName().equals(type.getName()));
    }
    assertThat(seen).contains("GaussianLikelihood", "OrdinalLikelihood");
  }
}
