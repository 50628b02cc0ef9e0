package io.github.tgp4j.cli.report;

/** The first screen: what to conclude. */
final class AnswerSection {
  private AnswerSection() {}

  static Section of(Report.Answer answer) {
    StringBuilder out = new StringBuilder("<div class=\"card answer ");
    out.append(answer.grade().name().toLowerCase(java.util.Locale.ROOT)).append("\">\n");
    out.append("<p class=\"badge\">").append(answer.grade().title()).append("</p>\n");
    out.append("<p class=\"conclusion\">").append(Section.escape(answer.conclusion()));
    out.append("</p>\n");
    if (answer.warning() != null) {
      out.append("<p class=\"warning\">").append(Section.escape(answer.warning())).append("</p>\n");
    }
    out.append("<div class=\"tiles\">\n");
    for (Report.Tile tile : answer.tiles()) {
      out.append("<div class=\"tile\"><span>").append(Section.escape(tile.name()));
      out.append("</span><b>").append(Section.escape(tile.value())).append("</b><small>");
      out.append(Section.escape(tile.remark())).append("</small></div>\n");
    }
    out.append("</div>\n<ul>\n");
    for (String sentence : answer.sentences()) {
      out.append("<li>").append(Section.escape(sentence)).append("</li>\n");
    }
    return new Section("answer", "").markup(out.append("</ul>\n</div>").toString());
  }
}
