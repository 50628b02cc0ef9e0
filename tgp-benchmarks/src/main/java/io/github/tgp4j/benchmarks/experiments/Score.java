package io.github.tgp4j.benchmarks.experiments;

import java.util.function.ToDoubleFunction;

/** What tables show of a row. */
enum Score {
  NLL("NLL", row -> row.scores().nll()),
  ROUNDED("rounded NLL", row -> row.scores().nllRounded()),
  RMSE("RMSE", row -> row.scores().rmse()),
  MAE("MAE", row -> row.scores().mae()),
  CRPS("CRPS", row -> row.scores().crps()),
  COVERAGE_50("50% coverage", row -> row.scores().calibration().coverage(50)),
  COVERAGE_80("80% coverage", row -> row.scores().calibration().coverage(80)),
  COVERAGE_90("90% coverage", row -> row.scores().calibration().coverage(90)),
  COVERAGE("95% coverage", row -> row.scores().coverage95()),
  COVERAGE_99("99% coverage", row -> row.scores().calibration().coverage(99)),
  ACCURACY("accuracy", row -> row.scores().accuracy()),
  FIT_SECONDS("fit seconds", ResultRow::fitSeconds);

  private final String title;
  private final ToDoubleFunction<ResultRow> of;

  Score(String title, ToDoubleFunction<ResultRow> of) {
    this.title = title;
    this.of = of;
  }

  String title() {
    return title;
  }

  ToDoubleFunction<ResultRow> of() {
    return of;
  }
}
