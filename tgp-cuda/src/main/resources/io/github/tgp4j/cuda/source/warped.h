// Targets seen through a warp: y = g(f + ε); equations W1–W6. t = (σ², values of the warp).
// c = (the Gaussian's two, T(y), log T′(y) or −10⁶ where T(y) is not resolved, 1 for a target at or below the limit).
DEVICE void WARPED_prepare(const double* t, double* c) { gaussian_prepare(t, c); }
DEVICE void WARPED_row(const double* t, double* c, double y) {
  double tape[TAPE + 1];
  double target = at_least(y, CENSOR);
  double u = within(@INVERSE@, 1e100);
  double slope = @LOG@;
  double g = @VALUE@;
  c[2] = u;
  c[3] = fabs(g - target) <= 1e-6 * (1.0 + fabs(target)) && fabs(slope) < INFINITE ? -slope : -1e6;
  c[4] = y <= CENSOR ? 1.0 : 0.0;
}
DEVICE double WARPED_log(const double* t, const double* c, double y, const double* f) {
  if (c[4] > 0.0) {
    return normal_log_cdf((c[2] - f[0]) / sqrt(t[0])) - LIMIT_WIDTH;
  }
  return gaussian_log(t, c, c[2], f) + c[3];
}
DEVICE double WARPED_node(const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  if (c[4] > 0.0) {
    double deviation = sqrt(t[0]);
    double u = (c[2] - f[0]) / deviation;
    double slope = w * inverse_mills_ratio(u);
    tb[0] -= 0.5 * slope * u / t[0];
    fBar[0] = -slope / deviation;
    return w * (normal_log_cdf(u) - LIMIT_WIDTH);
  }
  return gaussian_node(t, c, c[2], f, w, fBar, tb) + w * c[3];
}
DEVICE double WARPED_closed(const double* t, const double* c, double y, const double* m, const double* v, double w, double* mBar, double* vBar, double* tb) {
  return gaussian_closed(t, c, c[2], m, v, w, mBar, vBar, tb) + w * c[3];
}
// From Σ_s f̄ and Σ_s w of a row to the values of the warp: both terms depend on T(y) − f alone.
DEVICE void WARPED_row_back(const double* t, const double* c, double y, double barSum, double weightSum, double* tb) {
  double tape[TAPE + 1];
  double u = c[2];
  int reached = c[3] != -1e6;
  double bar = reached && !(c[4] > 0.0) ? -weightSum : 0.0;
  double uBar = reached ? -barSum : 0.0;
  uBar += @LOG_BACK@;
  double yBar = uBar * at_most(exp(c[3]), 1e150);
  double g = @VALUE@;
  @BACK@;
}
