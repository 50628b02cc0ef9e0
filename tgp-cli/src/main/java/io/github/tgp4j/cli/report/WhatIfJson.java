package io.github.tgp4j.cli.report;

import java.util.List;

/** An emulator as {@code report.js} reads it; fields are the names in the page's data. */
final class WhatIfJson {
  final double[][] points;
  final double[] lengths;
  final double[][] weights;
  final double[][] trend;
  final double[] levels;
  final List<String> classes;
  final double error;
  private final transient Emulator copy;

  WhatIfJson(Emulator copy, List<String> labels, double error) {
    this.points = copy.points();
    this.lengths = copy.lengths();
    this.weights = copy.weights();
    this.trend = copy.trend();
    this.levels = labels == null ? WhatIfMaker.LEVELS : null;
    this.classes = labels;
    this.error = error;
    this.copy = copy;
  }

  /** What the page computes at a point. */
  double[] at(double[] x) {
    return copy.at(x);
  }
}
