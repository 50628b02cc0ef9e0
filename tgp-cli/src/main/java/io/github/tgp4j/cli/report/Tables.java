package io.github.tgp4j.cli.report;

import java.util.List;
import java.util.stream.IntStream;

/** Tables of texts as markup, in a box that scrolls sideways and says so. */
final class Tables {
  private Tables() {}

  /** Columns of texts begin at the left, numbers end at the right. */
  static String html(String cssClass, List<String> columns, List<List<String>> rows) {
    List<String> side =
        IntStream.range(0, columns.size())
            .mapToObj(
                c -> rows.stream().allMatch(row -> isNumber(row.get(c))) ? "" : " class=\"text\"")
            .toList();
    StringBuilder out = new StringBuilder(open(cssClass)).append("<thead><tr>");
    for (int c = 0; c < columns.size(); c++) {
      out.append("<th scope=\"col\"").append(side.get(c)).append('>');
      out.append(Section.escape(columns.get(c))).append("</th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      out.append("<tr>");
      for (int c = 0; c < row.size(); c++) {
        out.append("<td").append(side.get(c)).append('>');
        out.append(Section.escape(row.get(c))).append("</td>");
      }
      out.append("</tr>\n");
    }
    return out.append("</tbody>").append(close()).toString();
  }

  private static boolean isNumber(String cell) {
    return cell.equals("missing") || cell.matches("[−–≈∞\\d].*");
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
