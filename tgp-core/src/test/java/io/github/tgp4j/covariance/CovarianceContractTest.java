package io.github.tgp4j.covariance;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.tgp4j.testing.CovarianceContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A covariance without a contract test fails here. */
class CovarianceContractTest {
  @Test
  void everyCovarianceHasItsContractTest() throws Exception {
    Path classes =
        Path.of(Covariance.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> names =
        new ClassFileImporter()
            .importPath(classes.resolve("io/github/tgp4j/covariance")).stream()
                .filter(c -> c.isAssignableTo(Covariance.class) && !c.isInterface())
                .filter(c -> !c.getModifiers().contains(JavaModifier.ABSTRACT))
                .map(JavaClass::getName)
                .toList();
    assertThat(names).contains(RbfCovariance.class.getName());
    for (String name : names) {
      assertThat(CovarianceContract.class).isAssignableFrom(Class.forName(name + "Test"));
    }
  }
}
