package io.github.tgp4j.benchmarks.plots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** An SVG document that grows by one element after the other. */
final class Svg {
  static final int SMALL = 11;
  static final int TITLE = 14;

  /** Where a text ends or begins. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  private static final double LETTER = 0.6; // mean width in font sizes, on the wide side

  private final StringBuilder text = new StringBuilder();

  Svg(int width, int height) {
    text.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d"
                + " %d\" font-family=\"sans-serif\">%n",
            width,
            height,
            width,
            height));
    add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", width, height);
  }

  /** About how wide a text is. */
  static double width(String words, int size) {
    return LETTER * size * words.codePointCount(0, words.length());
  }

  void line(double x1, double y1, double x2, double y2, String style) {
    add(
        "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" %s/>",
        x1, y1, x2, y2, attributes(style));
  }

  void circle(double x, double y, double radius, String style) {
    add("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.1f\" %s/>", x, y, radius, attributes(style));
  }

  void rectangle(double x, double y, double width, double height, String style) {
    add(
        "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" %s/>",
        x, y, width, height, attributes(style));
  }

  /** A line through points, broken where one is not finite. */
  void path(double[] x, double[] y, String style) {
    StringBuilder way = new StringBuilder();
    boolean down = false;
    for (int i = 0; i < x.length; i++) {
      boolean finite = Double.isFinite(x[i]) && Double.isFinite(y[i]);
      if (finite) {
        way.append(String.format(Locale.ROOT, "%s%.2f %.2f", down ? "L" : "M", x[i], y[i]));
      }
      down = finite;
    }
    add("<path d=\"%s\" fill=\"none\" %s/>", way, attributes(style));
  }

  void text(double x, double y, String words, int size, Anchor anchor) {
    text(x, y, words, size, anchor, "");
  }

  void text(double x, double y, String words, int size, Anchor anchor, String style) {
    add(
        "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%d\" text-anchor=\"%s\" %s>%s</text>",
        x,
        y,
        size,
        anchor.name().toLowerCase(Locale.ROOT),
        attributes(style),
        words.replace("&", "&amp;").replace("<", "&lt;"));
  }

  /** Any other element, as it is. */
  void raw(String element) {
    text.append(element).append("\n");
  }

  private void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).replace(" />", "/>").replace(" >", ">"))
        .append("\n");
  }

  /** {@code "stroke=red, class=marker"} as attributes. */
  private static String attributes(String style) {
    StringBuilder out = new StringBuilder();
    for (String each : style.split(", ")) {
      int at = each.indexOf('=');
      if (at > 0) {
        out.append(out.length() == 0 ? "" : " ");
        out.append(each, 0, at).append("=\"").append(each.substring(at + 1)).append('"');
      }
    }
    return out.toString();
  }

  void save(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, this + "\n");
  }

  @Override
  public String toString() {
    return text + "</svg>";
  }
}
