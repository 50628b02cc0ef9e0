package io.github.tgp4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What a release needs of the POMs: no module is forgotten, each says what it is. */
class ArtifactsTest {
  private static final Path ROOT = Path.of("..");

  private static Document pom(Path module) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(ROOT.resolve(module).resolve("pom.xml").toFile());
  }

  private static String text(Element element, String name) {
    NodeList children = element.getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      if (children.item(i).getNodeName().equals(name)) {
        return children.item(i).getTextContent().strip();
      }
    }
    return null;
  }

  private static List<Path> modules() throws IOException {
    Matcher module =
        Pattern.compile("<module>(.*?)</module>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    List<Path> modules = new ArrayList<>();
    while (module.find()) {
      modules.add(Path.of(module.group(1)));
    }
    return modules;
  }

  @Test
  void everyModuleSaysWhatItIs() throws Exception {
    assertThat(modules()).hasSizeGreaterThan(8);
    for (Path module : modules()) {
      Element project = pom(module).getDocumentElement();
      for (String name : List.of("artifactId", "name", "description", "url")) {
        assertThat(text(project, name)).as(module + ": " + name).isNotBlank();
      }
    }
    Element parent = pom(Path.of("")).getDocumentElement();
    for (String name : List.of("url", "licenses", "developers", "scm")) {
      assertThat(text(parent, name)).as(name).isNotBlank();
    }
  }

  /** Users import tgp-bom: it names all that they can depend on, in the version at hand. */
  @Test
  void theBomNamesEveryArtifact() throws Exception {
    String version = text(pom(Path.of("")).getDocumentElement(), "version");
    List<String> named = new ArrayList<>();
    NodeList dependencies = pom(Path.of("tgp-bom")).getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      Element dependency = (Element) dependencies.item(i);
      assertThat(text(dependency, "version")).isEqualTo(version);
      named.add(text(dependency, "artifactId"));
    }
    List<String> expected = new ArrayList<>();
    for (Path module : modules()) {
      String artifact = text(pom(module).getDocumentElement(), "artifactId");
      if (!List.of("tgp-bom", "tgp-benchmarks", "examples", "tgp-examples").contains(artifact)) {
        expected.add(artifact);
      }
    }
    assertThat(named).containsExactlyInAnyOrderElementsOf(expected);
  }

  /**
   * The user's project has the parts that the tests have, so that a change of both is seen here.
   */
  @Test
  void theUsersProjectHasThePartsOfTheTests() throws IOException {
    Path own = Path.of("src/test/java/io/github/tgp4j/parts");
    Path users = Path.of("src/it/user-project/src/main/java/org/example/houses");
    for (String part : List.of("CauchyCovariance.java", "CubicFlow.java")) {
      assertThat(Files.readString(users.resolve(part)))
          .isEqualTo(
              Files.readString(own.resolve(part))
                  .replace("package io.github.tgp4j.parts;", "package org.example.houses;"));
    }
  }
}
