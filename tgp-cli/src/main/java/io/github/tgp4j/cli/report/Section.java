package io.github.tgp4j.cli.report;

import java.util.ArrayList;
import java.util.List;

/** A part of the page: a heading, a sentence, and figures or other content below. */
final class Section {
  final StringBuilder html = new StringBuilder();
  final List<Chart> charts = new ArrayList<>();
  private String gridClass;

  Section(String title) {
    html.append("<section>\n<h2>").append(escape(title)).append("</h2>\n");
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
        .append(shape.equals("wide") || shape.equals("tall") ? " " + shape : "")
        .append("\">\n");
    html.append("<h3>").append(escape(title)).append("</h3>\n");
    html.append("<div class=\"plot").append(shape.equals("square") ? " square" : "");
    html.append("\"><canvas id=\"").append(chart.id).append("\" role=\"img\" aria-label=\"");
    html.append(escape(title + ". " + summary)).append("\"></canvas></div>\n");
    if (heat) {
      html.append("<div class=\"scale\"><span></span><i></i><span></span></div>\n");
    }
    html.append("<figcaption>").append(escape(summary)).append("</figcaption>\n</figure>\n");
    return this;
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

  String finish() {
    close();
    return html.append("</section>\n").toString();
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
