package io.github.tgp4j.cli;

import io.github.tgp4j.auto.ModelKind;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Models by names that people know, with the name of the model language behind. */
final class ModelNames {
  private static final Pattern KIND = Pattern.compile("^[a-z0-9]+(-[a-z0-9]+)*");

  private ModelNames() {}

  /** "plain GP (svgp with poisson)" for the candidate "svgp with poisson". */
  static String of(String candidate) {
    String title = title(candidate);
    return title.equals(candidate) ? candidate : title + " (" + candidate + ")";
  }

  /** A sentence with people's names in place of those of the model language. */
  static String inWords(String sentence) {
    String out = sentence;
    for (ModelKind kind : ModelKind.values()) {
      boolean word =
          kind == ModelKind.AUTO || kind == ModelKind.EXACT || kind == ModelKind.CONSTANT;
      if (!word) {
        out = out.replaceAll("(?<![\\w-])" + kind.text() + "(?![\\w-])", kind.title());
      }
    }
    return out;
  }

  /** "plain GP" for the candidate "svgp with poisson"; what is no kind of model stays. */
  static String title(String candidate) {
    Matcher kind = KIND.matcher(candidate);
    if (!kind.find()) {
      return candidate;
    }
    return Arrays.stream(ModelKind.values())
        .filter(k -> k.text().equals(kind.group()))
        .map(ModelKind::title)
        .findFirst()
        .orElse(candidate);
  }
}
