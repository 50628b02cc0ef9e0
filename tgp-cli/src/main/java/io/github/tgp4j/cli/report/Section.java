package io.github.tgp4j.cli.report;

import java.util.ArrayList;
import java.util.List;

/** A part of the page: a heading, a sentence, and figures or other content below. */
final class Section {
  final StringBuilder html = new StringBuilder();
  final List<Chart> charts = new ArrayList<>();
  final List<Panel> panels = new ArrayList<>();
  final String title;
  private final String name;
  private String gridClass;
  private boolean folded;

  /** Stands for the target's prefix until the section is finished; no text can contain it. */
  static final String PREFIX = "\u0000";

  /**
   * An empty one.
   *
   * @param name for links to it, unique among those of one target
   * @param title its heading; empty for none
   */
  Section(String name, String title) {
    this.name = name;
    this.title = title;
    if (!title.isEmpty()) {
      html.append("<h2>").append(escape(title)).append("</h2>\n");
    }
  }

  /** What links to it name: unique on a page whose targets have prefixes of their own. */
  String anchor(String prefix) {
    return prefix + name;
  }

  /** What follows is shown on demand. */
  Section fold(String summary) {
    close();
    unfold();
    folded = true;
    html.append("<details>\n<summary>").append(escape(summary)).append("</summary>\n");
    return this;
  }

  /** The end of what is shown on demand. */
  Section unfold() {
    close();
    if (folded) {
      html.append("</details>\n");
      folded = false;
    }
    return this;
  }

  /** A heading within the section. */
  Section heading(String text) {
    close();
    html.append("<h3 class=\"part\">").append(escape(text)).append("</h3>\n");
    return this;
  }

  Section paragraph(String text) {
    return paragraph(text, null);
  }

  Section paragraph(String text, String cssClass) {
    close();
    html.append(cssClass == null ? "<p>" : "<p class=\"" + cssClass + "\">")
        .append(escape(text))
        .append("</p>\n");
    return this;
  }

  /** Content that is markup already. */
  Section markup(String value) {
    close();
    html.append(value).append('\n');
    return this;
  }

  /** A chart on a card, in a grid with its neighbours. */
  Section figure(String title, String summary, String shape, Chart chart) {
    if (gridClass == null) {
      open("grid");
    }
    charts.add(chart);
    boolean heat = chart.kind.equals("heat");
    html.append("<figure class=\"card")
        .append(shape.isEmpty() || shape.equals("square") ? "" : " " + shape)
        .append("\">\n");
    html.append("<h3>").append(escape(title)).append("</h3>\n");
    html.append("<div class=\"plot").append(shape.equals("square") ? " square" : "");
    html.append("\"><canvas id=\"")
        .append(PREFIX)
        .append(chart.id)
        .append("\" role=\"img\" aria-label=\"");
    html.append(escape(title + ". " + summary)).append("\"></canvas></div>\n");
    if (heat) {
      html.append("<div class=\"scale\"><span></span><i></i><span></span></div>\n");
    }
    html.append("<figcaption>").append(escape(summary)).append("</figcaption>\n</figure>\n");
    return this;
  }

  /** Controls that the page's script fills with life. */
  Section panel(Panel panel, String markup) {
    panels.add(panel);
    return markup(markup);
  }

  /** The figures that follow are many and small. */
  Section small() {
    close();
    open("grid small");
    return this;
  }

  /** The figures that follow stand in two columns. */
  Section pairs() {
    close();
    open("grid pairs");
    return this;
  }

  /** The whole markup; charts and panels get the prefix of their target. */
  String finish(String prefix) {
    unfold();
    charts.forEach(chart -> chart.id = prefix + chart.id);
    panels.forEach(panel -> panel.id = prefix + panel.id);
    String body = html.toString().replace(PREFIX, prefix);
    return "<section id=\"" + anchor(prefix) + "\">\n" + body + "</section>\n";
  }

  private void open(String cssClass) {
    gridClass = cssClass;
    html.append("<div class=\"").append(cssClass).append("\">\n");
  }

  private void close() {
    if (gridClass != null) {
      html.append("</div>\n");
      gridClass = null;
    }
  }

  /** Text that may stand anywhere in markup, also inside a quoted attribute. */
  static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '\t', '\n' -> out.append(' ');
        default -> out.append(c < ' ' || c == 0x7f ? '\uFFFD' : c);
      }
    }
    return out.toString();
  }
}
