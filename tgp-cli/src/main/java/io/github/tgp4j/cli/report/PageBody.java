package io.github.tgp4j.cli.report;

import java.util.ArrayList;
import java.util.List;

/** The sections of a page with a list of contents, for one target or several. */
final class PageBody {
  private final StringBuilder contents = new StringBuilder();
  private final StringBuilder sections = new StringBuilder();
  private final List<Chart> charts = new ArrayList<>();
  private final List<Panel> panels = new ArrayList<>();

  PageBody(List<Report> reports) {
    for (int k = 0; k < reports.size(); k++) {
      Report report = reports.get(k);
      String prefix = reports.size() == 1 ? "" : "t" + (k + 1) + "-";
      List<Section> all = Sections.of(report);
      if (reports.size() > 1) {
        sections.append("<h2 class=\"target\" id=\"").append(prefix).append("top\">");
        sections.append(Section.escape(report.title())).append("</h2>\n");
        contents.append(k == 0 ? "" : "</ul>\n<ul>\n");
        contents.append("<li><a href=\"#").append(prefix).append("top\"><b>");
        contents.append(Section.escape(report.title())).append("</b></a></li>\n");
      }
      boolean listed = false;
      for (Section section : all) {
        if (section.title.isEmpty()) {
          add(section, prefix); // the answer stands before the contents
          continue;
        }
        if (!listed && reports.size() == 1) {
          sections.append(NAVIGATION);
        }
        listed = true;
        contents.append("<li><a href=\"#").append(section.anchor(prefix)).append("\">");
        contents.append(Section.escape(section.title)).append("</a></li>\n");
        add(section, prefix);
      }
    }
    add(Glossary.section(), "");
    contents.append("<li><a href=\"#glossary\">").append(Glossary.TITLE).append("</a></li>\n");
  }

  /** Where the contents stand: below the answer of one target, above the first of several. */
  private static final String NAVIGATION = "\u0001";

  private void add(Section section, String prefix) {
    sections.append(section.finish(prefix));
    charts.addAll(section.charts);
    panels.addAll(section.panels);
  }

  private String navigation() {
    return "<nav aria-label=\"Contents\">\n<ul>\n" + contents + "</ul>\n</nav>\n";
  }

  /** Above everything; empty where the contents stand below the answer. */
  String contents() {
    return sections.indexOf(NAVIGATION) < 0 ? navigation() : "";
  }

  String sections() {
    return sections.toString().replace(NAVIGATION, navigation());
  }

  List<Chart> charts() {
    return charts;
  }

  List<Panel> panels() {
    return panels;
  }
}
