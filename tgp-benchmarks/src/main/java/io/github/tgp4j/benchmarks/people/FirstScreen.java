package io.github.tgp4j.benchmarks.people;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the first screen of a report says, beside what {@code tgp evaluate} finds on fresh rows.
 *
 * @param answer the first section as text
 * @param fresh what {@code evaluate} printed
 */
public record FirstScreen(String answer, String fresh) {
  private static final Pattern SECTION =
      Pattern.compile("(?s)<section id=\"answer\">(.*?)</section>");
  private static final String ERROR = "Typical error ([\\d.,]+)";
  private static final String HELD = "intervals held ([\\d.]+)%";
  private static final String RIGHT = "class is right for ([\\d.]+)%";
  private static final double LARGEST_RATIO = 1.4;
  private static final double POINTS = 8; // of a percentage, that 120 rows can say

  /** Of a page. */
  public static FirstScreen of(String page, String fresh) {
    Matcher section = SECTION.matcher(page);
    if (!section.find()) {
      throw new IllegalArgumentException("the page has no section answer");
    }
    String text =
        section
            .group(1)
            .replaceAll("(?s)<script.*?</script>|<svg.*?</svg>", " ")
            .replaceAll("<[^>]*>", " ")
            .replace("&nbsp;", " ")
            .replace("&amp;", "&")
            .replaceAll("\\s+", " ");
    return new FirstScreen(text.strip(), fresh);
  }

  /**
   * What is not true of the rows, or of the table that is known.
   *
   * @param leastRatio of the typical error of fresh rows by that which the screen says; the last
   *     fit, to all rows, may do better than those that were judged
   */
  public List<String> faults(TenTables table, double leastRatio) {
    List<String> out = new ArrayList<>();
    if (!Pattern.compile("\\b(" + table.grade + ")\\b").matcher(answer).find()) {
      out.add("expected the grade " + table.grade);
    }
    if (table.driver != null
        && !Pattern.compile("(drives the prediction:|only input is) (" + table.driver + ")")
            .matcher(answer)
            .find()) {
      out.add("expected " + table.driver + " to drive the prediction");
    }
    if (table.idle != null
        && Pattern.compile("drives the prediction:[^.]*\\b(" + table.idle + ")\\b")
            .matcher(answer)
            .find()) {
      out.add("expected " + table.idle + " not to drive the prediction");
    }
    if (answer.contains("extremely far") != (table == TenTables.OUTLIERS)) {
      out.add("expected a word about values extremely far out for outliers, and else none");
    }
    if (answer.contains("most probable class")) {
      compare(out, RIGHT);
    } else {
      compareNumbers(out, leastRatio);
    }
    return out;
  }

  private void compare(List<String> out, String pattern) {
    double said = number(answer, pattern);
    double found = number(fresh, pattern);
    if (!(Math.abs(said - found) <= POINTS)) {
      out.add("said " + said + "%, fresh rows " + found + "%");
    }
  }

  private void compareNumbers(List<String> out, double leastRatio) {
    double ratio = number(fresh, ERROR) / number(answer, ERROR);
    if (!(ratio >= leastRatio && ratio <= LARGEST_RATIO)) {
      out.add("typical errors of fresh rows are " + ratio + " times as large");
    }
    double covered = number(fresh, HELD);
    boolean holds =
        answer.contains("can be trusted")
            ? covered > 89
            : answer.contains("too narrow") ? covered < 96 : covered > 95;
    if (!holds) {
      out.add("intervals held " + covered + "% of fresh rows");
    }
  }

  /** "typical error 0.41 said, 0.42 found; inside 95% said, 94% found". */
  public String values() {
    return answer.contains("most probable class")
        ? "right: " + both(RIGHT, "%")
        : "typical error: " + both(ERROR, "") + "; inside the 95% intervals: " + both(HELD, "%");
  }

  private String both(String pattern, String unit) {
    return text(answer, pattern)
        + unit
        + " said, "
        + text(fresh, pattern)
        + unit
        + " of fresh rows";
  }

  private static String text(String from, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(from);
    return found.find() ? found.group(1).replaceAll("[.,]$", "") : "none";
  }

  private static double number(String from, String pattern) {
    String text = text(from, pattern).replace(",", "");
    return text.equals("none") ? Double.NaN : Double.parseDouble(text);
  }
}
