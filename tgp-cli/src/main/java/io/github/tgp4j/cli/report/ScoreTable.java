package io.github.tgp4j.cli.report;

/** The table of scores as markup, the best of each column marked. */
final class ScoreTable {
  private ScoreTable() {}

  static String html(Report.Scores scores) {
    StringBuilder out = new StringBuilder(Tables.open("scores")).append("<thead><tr>");
    out.append("<th scope=\"col\">Model</th>");
    for (Report.Measure measure : scores.columns()) {
      out.append("<th scope=\"col\" title=\"").append(Section.escape(measure.meaning()));
      out.append("\">").append(Section.escape(measure.name()));
      out.append("<small>").append(direction(measure)).append("</small></th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < scores.rows().size(); i++) {
      Report.Score row = scores.rows().get(i);
      out.append(i == 0 ? "<tr class=\"this\">" : "<tr>").append("<th scope=\"row\">");
      out.append(Section.escape(row.model()));
      if (!row.spec().isEmpty()) {
        out.append("<small>").append(Section.escape(row.spec())).append("</small>");
      }
      out.append("</th>");
      for (int j = 0; j < scores.columns().size(); j++) {
        String text = text(scores.columns().get(j), row.values()[j]);
        out.append("<td>");
        out.append(isBest(scores, i, j) ? "<span class=\"best\">" + text + "</span>" : text);
        out.append("</td>");
      }
      out.append("</tr>\n");
    }
    return out.append("</tbody>").append(Tables.close()).toString();
  }

  private static String text(Report.Measure measure, double value) {
    boolean share = measure.better() != Report.Better.SMALLER;
    return share && !Double.isNaN(value) ? VerdictText.whole(value) : Numbers.text(value);
  }

  private static String direction(Report.Measure measure) {
    return switch (measure.better()) {
      case SMALLER -> "smaller is better";
      case LARGER -> "larger is better";
      case NEAR -> "best near " + Numbers.percent(measure.aim());
    };
  }

  /** Nobody wins alone, or when all are equal as printed. */
  static boolean isBest(Report.Scores scores, int row, int column) {
    Report.Measure measure = scores.columns().get(column);
    double own = scores.rows().get(row).values()[column];
    boolean beaten = false;
    boolean others = false;
    for (Report.Score score : scores.rows()) {
      double other = score.values()[column];
      beaten |= measure.loss(other) < measure.loss(own);
      others |= !Double.isNaN(other) && !text(measure, other).equals(text(measure, own));
    }
    return others && !beaten && !Double.isNaN(own);
  }
}
