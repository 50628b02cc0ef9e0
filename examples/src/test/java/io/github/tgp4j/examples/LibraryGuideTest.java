package io.github.tgp4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every piece of Java in docs/library.md stands, word for word, in a program that is run. */
class LibraryGuideTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void theGuidesCodeIsThatOfTheExamples() throws IOException {
    String programs = squeezed(sources());
    List<String> strangers = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(Files.readString(Path.of("../docs/library.md")));
    int count = 0;
    while (blocks.find()) {
      count++;
      for (String part : blocks.group(1).split("\\n\\s*// …\\s*\\n")) { // left out in the guide
        if (!programs.contains(squeezed(part))) {
          strangers.add(part);
        }
      }
    }
    assertThat(count).isGreaterThan(5);
    assertThat(strangers).isEmpty();
  }

  private static String sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("LibraryGuideTest.java"))
          .sorted()
          .map(LibraryGuideTest::read)
          .collect(Collectors.joining());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", "");
  }
}
