package io.github.tgp4j.cli.report;

/** Sliders that move the predicted distribution, computed in the page. */
final class WhatIfSection {
  private WhatIfSection() {}

  static Section of(Report.WhatIf whatIf) {
    Section section = new Section("what-if", "What if");
    section.paragraph(
        "Move the inputs and see what is predicted for such a row; inputs that are not listed stay"
            + " as in a typical row. The page computes with a small copy of the model, whose "
            + (whatIf.copy().classes == null
                ? "quantiles differ from the model's by "
                    + close(whatIf.copy().error)
                    + " of the width of the 90% interval"
                : "probabilities differ from the model's by " + close(whatIf.copy().error))
            + " on average.");
    Panel panel = Panel.whatIf("whatif", whatIf);
    return section.panel(panel, markup(whatIf));
  }

  private static String close(double error) {
    return error < 0.001 ? "less than 0.1%" : VerdictText.whole(error);
  }

  private static String markup(Report.WhatIf whatIf) {
    StringBuilder out = new StringBuilder("<div class=\"card panel whatif\" id=\"");
    out.append(Section.PREFIX).append("whatif\">\n<div class=\"controls\">\n");
    for (Report.Control control : whatIf.controls()) {
      out.append("<label><span>").append(Section.escape(control.input()));
      out.append(" <output></output></span>");
      if (control.labels() != null) {
        out.append("<select>");
        for (String label : control.labels()) {
          out.append("<option>").append(Section.escape(label)).append("</option>");
        }
        out.append("</select>");
      } else {
        out.append("<input type=\"range\" min=\"0\" max=\"1000\" value=\"500\">");
      }
      out.append("</label>\n");
    }
    return out.append("</div>\n<div class=\"said\"><p class=\"lead\" aria-live=\"polite\"></p>")
        .append("<div class=\"plot\"><svg role=\"img\" aria-label=\"predicted density\"")
        .append(" viewBox=\"0 0 600 240\" preserveAspectRatio=\"none\"></svg></div>")
        .append("<p class=\"ends\"><span></span><span></span></p></div></div>")
        .toString();
  }
}
