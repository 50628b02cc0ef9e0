package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.testing.LikelihoodContract;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Fails when a likelihood has no contract test. */
class LikelihoodCoverageTest {
  @Test
  void everyLikelihoodHasItsContractTest() throws Exception {
    List<Class<?>> likelihoods = likelihoods();
    assertThat(likelihoods).contains(GaussianLikelihood.class, OrdinalLikelihood.class);
    for (Class<?> type : likelihoods) {
      Object test = Class.forName(type.getName() + "Test").getDeclaredConstructor().newInstance();
      assertThat(test).isInstanceOf(LikelihoodContract.class);
      assertThat((List<?>) test.getClass().getDeclaredMethod("variants").invoke(test))
          .isNotEmpty()
          .allMatch(variant -> variant.getClass() == type);
    }
  }

  /** The concrete likelihoods among the compiled classes of the package. */
  private static List<Class<?>> likelihoods() throws Exception {
    Path root =
        Path.of(Likelihood.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file :
          (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class"))::iterator) {
        String name = root.relativize(file).toString().replace('/', '.').replace('\\', '.');
        if (name.startsWith("io.github.tgp4j.likelihood.")) {
          Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()));
          if (Likelihood.class.isAssignableFrom(type)
              && !Modifier.isAbstract(type.getModifiers())) {
            found.add(type);
          }
        }
      }
    }
    return found;
  }
}
