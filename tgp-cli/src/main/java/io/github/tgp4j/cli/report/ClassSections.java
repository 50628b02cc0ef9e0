package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How classes are told apart, and whether their probabilities mean what they say. */
final class ClassSections {
  private static final int MOST_CLASSES = 20; // in the confusion matrix

  private ClassSections() {}

  static Section counts(Report.Classes c) {
    Section section = new Section("classes", "Which class is taken for which");
    if (c.labels().size() <= MOST_CLASSES) {
      section.markup(confusion(c));
    } else {
      section.paragraph(
          "With "
              + c.labels().size()
              + " classes a confusion matrix would not fit; it is left out.");
    }
    section.paragraph(
        "Precision: of the rows called a class, the share that is of it. Recall: of the rows of a"
            + " class, the share that is called it.");
    section.markup(perClass(c));
    if (!c.tests().isEmpty()) {
      section.heading("Choose a cut-off");
      section.panel(Panel.cutOff("cutoff", c.tests()), cutOff(c));
    }
    return section;
  }

  static Section probabilities(Report.Classes c) {
    Section section = new Section("probabilities", "Can the probabilities be trusted?");
    section.figure(
        "Predicted probability and frequency", reliabilitySummary(c), "", reliability(c));
    section.figure("How sure, and how often right", sureSummary(c), "", sure(c));
    if (!c.tests().isEmpty()) {
      section.figure("Hits against false alarms (ROC)", rocSummary(c), "", roc(c));
    }
    return section;
  }

  private static String perClass(Report.Classes c) {
    List<List<String>> rows = new ArrayList<>();
    int n = Math.min(c.labels().size(), MOST_CLASSES);
    for (int k = 0; k < n; k++) {
      int of = Arrays.stream(c.confusion()[k]).sum();
      int called = 0;
      for (int[] row : c.confusion()) {
        called += row[k];
      }
      int hit = c.confusion()[k][k];
      rows.add(
          List.of(
              c.labels().get(k),
              Numbers.count(of),
              Numbers.count(called),
              share(hit, called),
              share(hit, of)));
    }
    return Tables.html(
        "scores", List.of("class", "rows", "called so", "precision", "recall"), rows);
  }

  private static String share(int part, int of) {
    return of == 0 ? "–" : VerdictText.whole((double) part / of);
  }

  private static String cutOff(Report.Classes c) {
    StringBuilder out = new StringBuilder("<div class=\"card panel\" id=\"");
    out.append(Section.PREFIX).append("cutoff\">\n<p><label>Call a row <select>");
    for (Report.OneAgainstAll test : c.tests()) {
      out.append("<option>").append(Section.escape(test.label())).append("</option>");
    }
    out.append("</select></label> <label>from a probability of <output>50%</output> on ")
        .append("<input type=\"range\" min=\"0\" max=\"100\" value=\"0\"></label></p>\n")
        .append("<div class=\"tiles\">");
    for (String name : List.of("Precision", "Recall", "Accuracy", "Called so", "False alarms")) {
      out.append("<div class=\"tile\"><span>").append(name);
      out.append("</span><b>–</b><small></small></div>");
    }
    return out.append("</div></div>").toString();
  }

  private static Chart roc(Report.Classes c) {
    double[] ideal = {0, 1};
    Chart chart =
        Chart.xy(
                "roc",
                Axis.of("false alarms").percent().within(0, 1),
                Axis.of("hits").percent().within(0, 1))
            .add(Series.dashed("guessing", ideal, ideal));
    String[] colours = {"main", "other", "third", "muted"};
    for (int k = 0; k < Math.min(colours.length, c.tests().size()); k++) {
      Report.OneAgainstAll test = c.tests().get(k);
      chart.add(Series.line(test.label(), colours[k], test.curve().x(), test.curve().y()));
    }
    return chart;
  }

  private static String rocSummary(Report.Classes c) {
    Report.OneAgainstAll first = c.tests().get(0);
    return "Along a curve the cut-off falls. Of a row that is “"
        + first.label()
        + "” and one that is not, the model gives the first the higher probability in "
        + VerdictText.whole(first.area())
        + " of cases (AUC); guessing: 50%.";
  }

  private static String confusion(Report.Classes c) {
    StringBuilder out =
        new StringBuilder(Tables.open("confusion"))
            .append("<thead><tr><th scope=\"col\">observed ↓ predicted →</th>");
    for (String label : c.labels()) {
      out.append("<th scope=\"col\">").append(Section.escape(label)).append("</th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < c.confusion().length; i++) {
      int sum = Arrays.stream(c.confusion()[i]).sum();
      out.append("<tr><th scope=\"row\">")
          .append(Section.escape(c.labels().get(i)))
          .append("</th>");
      for (int j = 0; j < c.confusion()[i].length; j++) {
        int count = c.confusion()[i][j];
        int heat = sum == 0 || count == 0 ? 0 : 1 + (int) (4.0 * count / sum);
        out.append("<td class=\"heat").append(heat).append(i == j ? " hit\">" : "\">");
        out.append(Numbers.count(count)).append("</td>");
      }
      out.append("</tr>\n");
    }
    return out.append("</tbody>").append(Tables.close()).append("<p></p>").toString();
  }

  private static Chart reliability(Report.Classes c) {
    Report.Reliability r = c.reliability();
    double[] ideal = {0, 1};
    return Chart.xy(
            "reliability",
            Axis.of("predicted probability").percent().within(0, 1),
            Axis.of("how often it came true").percent().within(0, 1))
        .add(Series.dashed("as promised", ideal, ideal))
        .add(Series.whiskers("95% interval", "main", r.predicted(), r.lower(), r.upper()))
        .add(
            Series.points("forecasts", "main", r.predicted(), r.frequency())
                .between(r.lower(), r.upper()));
  }

  private static String reliabilitySummary(Report.Classes c) {
    Report.Reliability r = c.reliability();
    int out = 0;
    for (int k = 0; k < r.predicted().length; k++) {
      out += r.predicted()[k] < r.lower()[k] || r.predicted()[k] > r.upper()[k] ? 1 : 0;
    }
    return "Reliability over "
        + Numbers.count(Arrays.stream(r.counts()).sum())
        + " class probabilities of "
        + Numbers.count(c.rows())
        + " rows, in bins. On the dashed line probabilities mean what they say; "
        + out
        + " of "
        + r.predicted().length
        + " bins are further from it than chance explains.";
  }

  private static Chart sure(Report.Classes c) {
    int bins = c.right().length;
    double[] centres = new double[bins];
    for (int k = 0; k < bins; k++) {
      centres[k] = (k + 0.5) / bins;
    }
    return Chart.xy(
            "sure",
            Axis.of("probability of the most probable class").percent().within(0, 1),
            Axis.of("rows").whole())
        .add(Series.bars("right", "main", centres, doubles(c.right())).stacked("rows"))
        .add(Series.bars("wrong", "other", centres, doubles(c.wrong())).stacked("rows"));
  }

  private static String sureSummary(Report.Classes c) {
    int right = Arrays.stream(c.right()).sum();
    List<String> labels = c.labels();
    return "The most probable of "
        + labels.size()
        + " classes came true in "
        + Numbers.count(right)
        + " of "
        + Numbers.count(c.rows())
        + " rows ("
        + VerdictText.whole((double) right / Math.max(1, c.rows()))
        + "). Mistakes should lie on the left, where the model said it was not sure.";
  }

  private static double[] doubles(int[] counts) {
    return Arrays.stream(counts).asDoubleStream().toArray();
  }
}
