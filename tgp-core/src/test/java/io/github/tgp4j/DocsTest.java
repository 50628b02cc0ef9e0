package io.github.tgp4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.tgp4j.Documents.Equation;
import io.github.tgp4j.spec.Specs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;

/** Keeps the documentation true: names, ids, links and examples must exist as written. */
class DocsTest {
  /** "equation F3", "equations E1–E5", "Equations M1 and M2", "M10 to M12". */
  private static final Pattern CITATION =
      Pattern.compile("[Ee]quations? ([A-Z]\\d+(?:(?: to |–| and |, )[A-Z]\\d+)*)");

  private static final Pattern RANGE = Pattern.compile("([A-Z])(\\d+)(?: to |–)[A-Z](\\d+)");
  private static final Pattern ID = Pattern.compile("[A-Z]\\d+");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern NAME =
      Pattern.compile("[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*(\\.[A-Z]\\w+)?(#\\w+)?");

  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPackages("io.github.tgp4j");

  /** By simple name, "Outer.Inner" for nested ones; two packages may use the same name. */
  private static final Map<String, List<JavaClass>> BY_NAME =
      CLASSES.stream().collect(Collectors.groupingBy(DocsTest::simpleName));

  /** Classes of the modules that use this one. */
  private static final Set<String> OTHER_MODULES =
      Stream.of("tgp-cli", "tgp-server", "tgp-spark", "tgp-cuda", "tgp-benchmarks")
          .map(module -> Documents.ROOT.resolve(module).resolve("src"))
          .filter(Files::isDirectory)
          .flatMap(folder -> Documents.files(folder, ".java").stream())
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .collect(Collectors.toSet());

  private static String simpleName(JavaClass type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }

  private static boolean isTest(JavaClass type) {
    return type.getSource().orElseThrow().getUri().toString().contains("test-classes");
  }

  @Test
  void everyEquationHasItsOwnIdCodeAndTest() {
    List<Equation> equations = Documents.equations();
    assertThat(equations).hasSizeGreaterThan(50);
    assertThat(equations).extracting(Equation::id).doesNotHaveDuplicates();
    assertThat(equations.stream().filter(e -> e.code().isEmpty()).map(Equation::id)).isEmpty();
    assertThat(equations.stream().filter(e -> e.tests().isEmpty()).map(Equation::id)).isEmpty();
  }

  @Test
  void everyNameInTheEquationsResolves() {
    List<String> wrong = new ArrayList<>();
    for (Equation equation : Documents.equations()) {
      for (String name : equation.code()) {
        if (named(name).noneMatch(type -> !isTest(type))) {
          wrong.add(equation.id() + ": no such code: " + name);
        }
      }
      for (String name : equation.tests()) {
        if (named(name).noneMatch(DocsTest::hasTests)) {
          wrong.add(equation.id() + ": no such test: " + name);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyCodeNameInTheDocumentsResolves() {
    List<String> wrong = new ArrayList<>();
    for (Path file : Documents.markdown()) {
      if (file.endsWith("reference/README.md") || file.endsWith("peers/README.md")) {
        continue; // these name things of other libraries
      }
      for (String name : Documents.inBackticks(Documents.prose(file))) {
        if (NAME.matcher(name).matches()
            && named(name).findAny().isEmpty()
            && !isInTheJdk(name)
            && !isInAnotherModule(name)) {
          wrong.add(Documents.ROOT.relativize(file) + ": " + name);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyEquationCitedInTheSourcesNamesItsClass() {
    Map<String, Equation> equations = new LinkedHashMap<>();
    Documents.equations().forEach(equation -> equations.put(equation.id(), equation));
    List<String> wrong = new ArrayList<>();
    int found = 0;
    for (Path file : Documents.files(Documents.ROOT.resolve("tgp-core/src/main/java"), ".java")) {
      String type = file.getFileName().toString().replace(".java", "");
      String text = Documents.text(file).replaceAll("\\s*\\n\\s*\\* ?", " ");
      Matcher citation = CITATION.matcher(text);
      while (citation.find()) {
        found++;
        boolean named = false;
        for (String id : expand(citation.group(1))) {
          Equation equation = equations.get(id);
          if (equation == null) {
            wrong.add(type + " cites " + id + ", which docs/equations.md does not have");
          } else {
            named |= equation.code().stream().anyMatch(name -> className(name).equals(type));
          }
        }
        if (!named) {
          wrong.add(type + " cites " + citation.group(1) + ", whose row does not name it");
        }
      }
    }
    assertThat(found).isGreaterThan(50);
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyRelativeLinkResolves() {
    List<String> wrong = new ArrayList<>();
    int found = 0;
    for (Path file : Documents.markdown()) {
      Matcher link = LINK.matcher(Documents.prose(file));
      while (link.find()) {
        String target = link.group(1);
        if (!target.matches("[a-z]+:.*")) {
          found++;
          if (!leadsSomewhere(file, target)) {
            wrong.add(Documents.ROOT.relativize(file) + ": " + target);
          }
        }
      }
    }
    assertThat(found).isGreaterThan(5);
    assertThat(wrong).isEmpty();
  }

  @Test
  void theReadmeExamplesAreThoseThatRun() {
    Matcher readme =
        Pattern.compile("(?s)```java\n(.*?)```")
            .matcher(Documents.text(Documents.ROOT.resolve("README.md")));
    Matcher source =
        Pattern.compile("(?s)// README begins\n(.*?)\n *// README ends")
            .matcher(
                Documents.text(
                    Documents.ROOT.resolve(
                        "tgp-core/src/test/java/io/github/tgp4j/ReadmeExampleTest.java")));
    List<String> inReadme = readme.results().map(found -> found.group(1).strip()).toList();
    List<String> inSource =
        source.results().map(found -> found.group(1).stripIndent().strip()).toList();
    assertThat(inReadme).hasSize(2).isEqualTo(inSource);
  }

  @Test
  void theModelLanguageOfTheReadmeParses() {
    Map<String, Consumer<String>> parsers =
        Map.of(
            "covariance",
            text -> Specs.covariance(text, 3),
            "mean",
            text -> Specs.mean(text, 3),
            "flow",
            Specs::flowSpec,
            "likelihood",
            Specs::likelihood);
    Set<String> seen = new HashSet<>();
    for (String line : Documents.text(Documents.ROOT.resolve("README.md")).split("\n")) {
      String part = line.startsWith("| ") ? line.split("\\|")[1].strip() : "";
      if (parsers.containsKey(part)) {
        seen.add(part);
        Documents.inBackticks(line).forEach(parsers.get(part));
      }
    }
    assertThat(seen).isEqualTo(parsers.keySet());
  }

  private static List<String> expand(String citation) {
    List<String> ids = new ArrayList<>();
    Matcher range = RANGE.matcher(citation);
    while (range.find()) {
      for (int i = Integer.parseInt(range.group(2)); i <= Integer.parseInt(range.group(3)); i++) {
        ids.add(range.group(1) + i);
      }
    }
    Matcher id = ID.matcher(range.reset().replaceAll(""));
    while (id.find()) {
      ids.add(id.group());
    }
    return ids;
  }

  private static String className(String name) {
    return name.replaceFirst("#.*", "");
  }

  /** The classes of ours that have that name and, after a #, a method or field so called. */
  private static Stream<JavaClass> named(String name) {
    String member = name.contains("#") ? name.substring(name.indexOf('#') + 1) : null;
    return BY_NAME.getOrDefault(className(name), List.of()).stream()
        .filter(
            type ->
                member == null
                    || Stream.concat(type.getAllMethods().stream(), type.getAllFields().stream())
                        .anyMatch(m -> m.getName().equals(member)));
  }

  /** Modules that use this one are not on its class path; their files are beside it. */
  private static boolean isInAnotherModule(String name) {
    return OTHER_MODULES.contains(name);
  }

  private static boolean isInTheJdk(String name) {
    return Stream.of("java.lang.", "java.util.")
        .anyMatch(
            prefix -> {
              try {
                return Class.forName(prefix + className(name)) != null;
              } catch (ClassNotFoundException e) {
                return false;
              }
            });
  }

  private static boolean hasTests(JavaClass type) {
    return isTest(type)
        && !type.getModifiers().contains(JavaModifier.ABSTRACT)
        && type.getAllMethods().stream()
            .anyMatch(
                m -> m.isAnnotatedWith(Testable.class) || m.isMetaAnnotatedWith(Testable.class));
  }

  private static boolean leadsSomewhere(Path from, String target) {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    return parts.length == 1
        || Documents.text(file)
            .lines()
            .filter(line -> line.startsWith("#"))
            .anyMatch(line -> anchor(line).equals(parts[1]));
  }

  /** The anchor that GitHub gives a heading. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }
}
