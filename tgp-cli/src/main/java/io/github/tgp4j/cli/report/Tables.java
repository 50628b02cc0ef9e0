package io.github.tgp4j.cli.report;

import java.util.List;

/** Tables of texts as markup, in a box that scrolls sideways and says so. */
final class Tables {
  private Tables() {}

  static String html(String cssClass, List<String> columns, List<List<String>> rows) {
    StringBuilder out = new StringBuilder(open(cssClass)).append("<thead><tr>");
    for (String column : columns) {
      out.append("<th scope=\"col\">").append(Section.escape(column)).append("</th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      out.append("<tr>");
      for (String cell : row) {
        out.append("<td>").append(Section.escape(cell)).append("</td>");
      }
      out.append("</tr>\n");
    }
    return out.append("</tbody>").append(close()).toString();
  }

  /** The beginning of a box with a table. */
  static String open(String cssClass) {
    return "<div class=\"card\"><p class=\"hint\">Scroll the table sideways →</p>"
        + "<div class=\"scroll\" tabindex=\"0\"><table class=\""
        + cssClass
        + "\">\n";
  }

  static String close() {
    return "</table></div></div>";
  }
}
