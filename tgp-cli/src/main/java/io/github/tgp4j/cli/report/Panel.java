package io.github.tgp4j.cli.report;

import java.util.List;

/**
 * Controls of the page as {@code report.js} reads them. Names of fields are the names in the page's
 * data; what is null is not written.
 */
final class Panel {
  String id;
  final String kind;
  List<Report.OneAgainstAll> tests; // of a cut-off
  String target; // of a what-if
  WhatIfJson model;
  List<Report.Control> controls;

  private Panel(String id, String kind) {
    this.id = id;
    this.kind = kind;
  }

  /** A slider over cut-offs. */
  static Panel cutOff(String id, List<Report.OneAgainstAll> tests) {
    Panel panel = new Panel(id, "cutoff");
    panel.tests = tests;
    return panel;
  }

  /** Sliders over inputs. */
  static Panel whatIf(String id, Report.WhatIf whatIf) {
    Panel panel = new Panel(id, "whatif");
    panel.target = whatIf.target();
    panel.model = whatIf.copy();
    panel.controls = whatIf.controls();
    return panel;
  }
}
