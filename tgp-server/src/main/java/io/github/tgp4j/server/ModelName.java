package io.github.tgp4j.server;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Names of models, which are in addresses and name files: letters, digits, dots, dashes. */
final class ModelName {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final String ENDING = ".tgp";

  private ModelName() {}

  static String check(String name) {
    if (!NAME.matcher(name).matches() || name.contains("..")) {
      throw ApiException.badRequest(
          "model: expected a name of at most 64 letters, digits, dots, dashes and underscores that"
              + " begins with a letter or digit but got "
              + (name.length() > 80 ? name.length() + " characters" : name));
    }
    return name;
  }

  static boolean isModelFile(Path file) {
    return file.getFileName().toString().endsWith(ENDING);
  }

  /** Of a file: "my houses.tgp" is called my-houses. */
  static String of(Path file) {
    String name = file.getFileName().toString();
    String stem = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
    String plain = stem.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("\\.\\.+", ".");
    String start = plain.replaceAll("^[^A-Za-z0-9]+", "");
    String whole = start.isEmpty() ? "model" : start;
    return whole.length() > 64 ? whole.substring(0, 64) : whole;
  }
}
