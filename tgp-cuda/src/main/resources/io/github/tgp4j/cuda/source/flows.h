// Flows of one element; equations F2–F22 in docs/equations.md. A flow NAME with values t has
//   NAME_value(t, f, tape)             g, and what the way back needs
//   NAME_back(t, f, g, tape, bar, tb)  bar·∂g/∂f, adding bar·∂g/∂t to tb
//   NAME_log(t, f)                     log ∂g/∂f
//   NAME_log_back(t, f, bar, tb)       bar·∂log/∂f, adding bar·∂log/∂t to tb
//   NAME_inverse(t, g)                 f, the matching end of the domain where g is not reached
#define EXPONENT 300.0
#define LARGEST 1.9424263952412558e130
#define SQUARABLE 1e150
#define LARGEST_INVERSE 700.0

DEVICE double identity_value(const double* t, double f, double* tape) { return f; }
DEVICE double identity_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  return bar;
}
DEVICE double identity_log(const double* t, double f) { return 0.0; }
DEVICE double identity_log_back(const double* t, double f, double bar, double* tb) {
  return 0.0;
}
DEVICE double identity_inverse(const double* t, double g) { return g; }

DEVICE double affine_value(const double* t, double f, double* tape) {
  return within(t[0] + t[1] * f, LARGEST_DOUBLE);
}
DEVICE double affine_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  tb[0] += bar;
  tb[1] += bar * f;
  return bar * t[1];
}
DEVICE double affine_log(const double* t, double f) { return log(t[1]); }
DEVICE double affine_log_back(const double* t, double f, double bar, double* tb) {
  tb[1] += bar / t[1];
  return 0.0;
}
DEVICE double affine_inverse(const double* t, double g) { return (g - t[0]) / t[1]; }

DEVICE double scale_value(const double* t, double f, double* tape) {
  return within(t[0] * f, LARGEST_DOUBLE);
}
DEVICE double scale_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  tb[0] += bar * f;
  return bar * t[0];
}
DEVICE double scale_log(const double* t, double f) { return log(t[0]); }
DEVICE double scale_log_back(const double* t, double f, double bar, double* tb) {
  tb[0] += bar / t[0];
  return 0.0;
}
DEVICE double scale_inverse(const double* t, double g) { return g / t[0]; }

DEVICE double exp_value(const double* t, double f, double* tape) { return exp(within(f, EXPONENT)); }
DEVICE double exp_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  return bar * g * inside(f, EXPONENT);
}
DEVICE double exp_log(const double* t, double f) { return f; }
DEVICE double exp_log_back(const double* t, double f, double bar, double* tb) { return bar; }
DEVICE double exp_inverse(const double* t, double g) { return log(at_least(g, 0.0)); }

DEVICE double log_value(const double* t, double f, double* tape) { return log(at_least(f, 1e-300)); }
DEVICE double log_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  return bar / at_least(f, 1e-300);
}
DEVICE double log_log(const double* t, double f) { return -log(at_least(f, 1e-300)); }
DEVICE double log_log_back(const double* t, double f, double bar, double* tb) {
  return -bar / at_least(f, 1e-300);
}
DEVICE double log_inverse(const double* t, double g) { return exp(within(g, LARGEST_INVERSE)); }

DEVICE double softplus_value(const double* t, double f, double* tape) { return softplus(at_least(f, -EXPONENT)); }
DEVICE double softplus_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  return -bar * expm1(-g) * inside(at_most(f, 0.0), EXPONENT);
}
DEVICE double softplus_log(const double* t, double f) { return -softplus(-f); }
DEVICE double softplus_log_back(const double* t, double f, double bar, double* tb) { return bar * sigmoid(-f); }
DEVICE double softplus_inverse(const double* t, double g) { return inverse_softplus(g); }

DEVICE double sinh_value(const double* t, double f, double* tape) { return sinh(within(f, EXPONENT)); }
DEVICE double sinh_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  return bar * sqrt(1.0 + g * g) * inside(f, EXPONENT);
}
DEVICE double sinh_log(const double* t, double f) { return log_cosh(f); }
DEVICE double sinh_log_back(const double* t, double f, double bar, double* tb) { return bar * tanh(f); }
DEVICE double sinh_inverse(const double* t, double g) { return asinh(g); }

// A fixed increasing shape s, moved and stretched both ways: b·s((f − c)/d); F9. The tape holds s.
#define LOCATED(t, f) within(((f) - (t)[1]) * (1.0 / (t)[2]), SQUARABLE)
#define LOCATION_SCALE(NAME, SHAPE, SLOPE, LOG_SLOPE, LOG_SLOPE_DERIVATIVE, INVERSE)                                        \
  DEVICE double NAME##_unshifted_value(const double* t, double f, double* tape) {                                          \
    double x = LOCATED(t, f);                                                                                              \
    tape[0] = SHAPE;                                                                                                       \
    return t[0] * tape[0];                                                                                                 \
  }                                                                                                                        \
  DEVICE double NAME##_unshifted_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {   \
    double x = LOCATED(t, f);                                                                                              \
    double s = tape[0];                                                                                                    \
    double fBar = bar * (t[0] * (1.0 / t[2]) * (SLOPE));                                                                   \
    tb[0] += bar * tape[0];                                                                                                \
    tb[1] -= fBar;                                                                                                         \
    tb[2] -= fBar * x;                                                                                                     \
    return fBar;                                                                                                           \
  }                                                                                                                        \
  DEVICE double NAME##_unshifted_log(const double* t, double f) {                                                          \
    double x = LOCATED(t, f);                                                                                              \
    return log(t[0]) - log(t[2]) + (LOG_SLOPE);                                                                            \
  }                                                                                                                        \
  DEVICE double NAME##_unshifted_log_back(const double* t, double f, double bar, double* tb) {                             \
    double x = LOCATED(t, f);                                                                                              \
    double inverse = 1.0 / t[2];                                                                                           \
    double slope = bar * (LOG_SLOPE_DERIVATIVE) * inverse;                                                                 \
    tb[0] += bar / t[0];                                                                                                   \
    tb[1] -= slope;                                                                                                        \
    tb[2] -= slope * x + bar * inverse;                                                                                    \
    return slope;                                                                                                          \
  }                                                                                                                        \
  DEVICE double NAME##_unshifted_inverse(const double* t, double g) {                                                      \
    double v = g / t[0];                                                                                                   \
    return t[1] + t[2] * (INVERSE);                                                                                        \
  }                                                                                                                        \
  DEVICE double NAME##_value(const double* t, double f, double* tape) {                                                    \
    return t[0] + NAME##_unshifted_value(t + 1, f, tape);                                                                  \
  }                                                                                                                        \
  DEVICE double NAME##_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {             \
    tb[0] += bar;                                                                                                          \
    return NAME##_unshifted_back(t + 1, f, g, tape, bar, tb + 1);                                                          \
  }                                                                                                                        \
  DEVICE double NAME##_log(const double* t, double f) { return NAME##_unshifted_log(t + 1, f); }                           \
  DEVICE double NAME##_log_back(const double* t, double f, double bar, double* tb) {                                       \
    return NAME##_unshifted_log_back(t + 1, f, bar, tb + 1);                                                               \
  }                                                                                                                        \
  DEVICE double NAME##_inverse(const double* t, double g) { return NAME##_unshifted_inverse(t + 1, g - t[0]); }

// Half of log((1 + v)/(1 − v)), ±∞ at and beyond ±1.
DEVICE double arc_tanh(double v) {
  double w = within(v, 1.0);
  return 0.5 * (log1p(w) - log1p(-w));
}

LOCATION_SCALE(arcsinh, asinh(x), 1.0 / sqrt(1.0 + x * x), -0.5 * log1p(x * x), -x / (1.0 + x * x), sinh(within(v, LARGEST_INVERSE)))
LOCATION_SCALE(tanh, tanh(x), (1.0 - s) * (1.0 + s), -2.0 * log_cosh(x), -2.0 * tanh(x), arc_tanh(v))
LOCATION_SCALE(log_exp, softplus(at_least(x, -EXPONENT)), -expm1(-s) * inside(at_most(x, 0.0), EXPONENT), -softplus(-x), sigmoid(-x), inverse_softplus(v))

// sinh(b·asinh(f) − a); F8. The tape holds asinh f, 1/√(1 + f²) and cosh z; one exponential and one logarithm per element.
// Near 0 asinh and sinh are exact to rounding errors of 1, not of themselves: the value is compared with a target.
DEVICE double sinh_arcsinh_value(const double* t, double f, double* tape) {
  double a = fabs(f);
  double u, inverse;
  if (a < 268435456.0 || a != a) {
    double square = fma(a, a, 1.0);
    inverse = inverse_root(square);
    u = log(fma(square, inverse, a)); // √q = q/√q
  } else {
    inverse = 1.0 / a;
    u = log(a) + 0.6931471805599453;
  }
  u = copysign(u, f);
  double z = within(t[1] * u - t[0], EXPONENT);
  double e = 0.5 * exp(z);
  double other = 0.25 / e;
  tape[0] = u;
  tape[1] = inverse;
  tape[2] = e + other;
  return e - other;
}
DEVICE double sinh_arcsinh_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  double zBar = fabs(t[1] * tape[0] - t[0]) < EXPONENT ? bar * tape[2] : 0.0;
  tb[0] -= zBar;
  tb[1] += zBar * tape[0];
  return zBar * (t[1] * tape[1]);
}
DEVICE double sinh_arcsinh_log(const double* t, double f) {
  double u = asinh(f);
  return log(t[1]) + log_cosh(t[1] * u - t[0]) - log_cosh(u);
}
DEVICE double sinh_arcsinh_log_back(const double* t, double f, double bar, double* tb) {
  double u = asinh(f);
  double tanhZ = tanh(t[1] * u - t[0]);
  tb[0] -= bar * tanhZ;
  tb[1] += bar * (1.0 / t[1] + u * tanhZ);
  return bar * (t[1] * tanhZ - tanh(u)) / hypot(1.0, f);
}
DEVICE double sinh_arcsinh_inverse(const double* t, double g) { return sinh(within((asinh(g) + t[0]) / t[1], LARGEST_INVERSE)); }

#define CHORD 1e-6
#define LOG_CHORD -13.815510557964274

// (sgn(f)·|f|^λ − 1)/λ; F13. The tape holds log max(|f|, ε) and p.
DEVICE double boxcox_value(const double* t, double f, double* tape) {
  double l = log(at_least(fabs(f), CHORD));
  double p = exp(at_most((t[0] - 1.0) * l, EXPONENT + 1.0 - l));
  tape[0] = l;
  tape[1] = p;
  return (within(f * p, LARGEST) - 1.0) / t[0];
}
DEVICE double boxcox_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  double pBar = bar * tape[1] * inside(t[0] * tape[0], EXPONENT);
  tb[0] += (pBar * f * tape[0] - bar * g) / t[0];
  return pBar * (inside(f, CHORD) * (1.0 / t[0] - 1.0) + 1.0);
}
DEVICE double boxcox_log(const double* t, double f) {
  double size = fabs(f);
  return size < CHORD ? (t[0] - 1.0) * LOG_CHORD - log(t[0]) : (t[0] - 1.0) * log(size);
}
DEVICE double boxcox_log_back(const double* t, double f, double bar, double* tb) {
  if (fabs(f) < CHORD) {
    tb[0] += bar * (LOG_CHORD - 1.0 / t[0]);
    return 0.0;
  }
  tb[0] += bar * log(fabs(f));
  return bar * (t[0] - 1.0) / f;
}

// Its inverse, chord and all; F14. The tape holds log max(|v|, ε^λ) and p.
DEVICE double inverse_boxcox_value(const double* t, double f, double* tape) {
  double v = within(t[0] * f + 1.0, LARGEST_DOUBLE);
  double l = log(at_least(fabs(v), exp(t[0] * LOG_CHORD)));
  double p = exp(at_most((1.0 / t[0] - 1.0) * l, EXPONENT + 1.0 - l));
  tape[0] = l;
  tape[1] = p;
  return within(v * p, LARGEST);
}
DEVICE double inverse_boxcox_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  double lambda = t[0];
  double inverse = 1.0 / lambda;
  double v = within(lambda * f + 1.0, LARGEST_DOUBLE);
  double own = bar * inside(inverse * tape[0], EXPONENT) * (1.0 + inside(v, exp(lambda * LOG_CHORD)) * (lambda - 1.0));
  double fBar = own * tape[1];
  tb[0] += inverse * (fBar * f - inverse * own * g * tape[0]);
  return fBar;
}
DEVICE double inverse_boxcox_log(const double* t, double f) {
  double size = fabs(within(t[0] * f + 1.0, LARGEST_DOUBLE));
  return size < exp(t[0] * LOG_CHORD) ? log(t[0]) + (1.0 - t[0]) * LOG_CHORD : (1.0 / t[0] - 1.0) * log(size);
}
DEVICE double inverse_boxcox_log_back(const double* t, double f, double bar, double* tb) {
  double v = within(t[0] * f + 1.0, LARGEST_DOUBLE);
  if (fabs(v) < exp(t[0] * LOG_CHORD)) {
    tb[0] += bar * (1.0 / t[0] - LOG_CHORD);
    return 0.0;
  }
  tb[0] += bar * ((1.0 / t[0] - 1.0) * f / v - log(fabs(v)) / (t[0] * t[0]));
  return bar * (1.0 - t[0]) / v;
}
DEVICE double boxcox_inverse(const double* t, double g) {
  double tape[2];
  return fabs(g) == INFINITE ? g : inverse_boxcox_value(t, g, tape);
}
DEVICE double inverse_boxcox_inverse(const double* t, double g) {
  double tape[2];
  return fabs(g) == INFINITE ? g : boxcox_value(t, g, tape);
}

// E(x) = (eˣ − 1)/x near 0, and its derivative.
DEVICE double tukey_relative(double x) {
  double sum = 0.0;
  for (int k = 9; k >= 0; k--) {
    sum = 1.0 + sum * x / (k + 2);
  }
  return sum;
}
DEVICE double tukey_relative_slope(double x) {
  double sum = 0.0;
  for (int k = 9; k >= 0; k--) {
    sum = 1.0 + sum * x * (k + 2) / ((k + 1.0) * (k + 3));
  }
  return 0.5 * sum;
}
// E(x)/max(1, eˣ).
DEVICE double tukey_scaled_relative(double x) {
  double size = fabs(x);
  return size < 0.1 ? tukey_relative(x) * exp(-at_least(x, 0.0)) : -expm1(-size) / size;
}

// f·E(g·f)·e^(h·f²/2); F15. The tape holds E and e^y.
DEVICE double tukey_value(const double* t, double f, double* tape) {
  double x = at_most(t[0] * f, 0.5 * EXPONENT);
  tape[0] = fabs(x) < 0.1 ? tukey_relative(x) : expm1(x) / x;
  tape[1] = exp(at_most(0.5 * (t[1] * f) * f, 0.5 * EXPONENT));
  return within(f * tape[0] * tape[1], LARGEST);
}
DEVICE double tukey_back(const double* t, double f, double g, const double* tape, double bar, double* tb) {
  double x = t[0] * f;
  double square = f * f;
  if (!(x < 0.5 * EXPONENT && t[1] * square < EXPONENT) || fabs(g) >= LARGEST) {
    return 0.0;
  }
  double e = tape[0];
  double exponential = 1.0 + x * e;
  double slope = fabs(x) < 0.1 ? tukey_relative_slope(x) : (exponential - e) / x;
  double scaled = bar * tape[1];
  tb[0] += scaled * square * slope;
  tb[1] += 0.5 * scaled * square * f * e;
  return scaled * (exponential + t[1] * square * e);
}
DEVICE double tukey_log(const double* t, double f) {
  double z = within(f, 1e100);
  double x = t[0] * z;
  double slope = exp(at_most(x, 0.0)) + t[1] * z * z * tukey_scaled_relative(x);
  return 0.5 * t[1] * z * z + (slope > 0.0 ? at_least(x, 0.0) + log(slope) : x);
}
DEVICE double tukey_log_back(const double* t, double f, double bar, double* tb) {
  double z = within(f, 1e100);
  double x = t[0] * z;
  double exponential = exp(at_most(x, 0.0));
  double e = tukey_scaled_relative(x);
  double eSlope = fabs(x) < 0.1 ? tukey_relative_slope(x) * exp(-at_least(x, 0.0)) : (exponential - e) / x;
  double slope = at_least(exponential + t[1] * z * z * e, LEAST_NORMAL);
  double inner = exponential + t[1] * z * z * eSlope;
  tb[0] += bar * z * inner / slope;
  tb[1] += bar * z * z * (0.5 + e / slope);
  return bar * (t[1] * z + (t[0] * inner + 2.0 * t[1] * z * e) / slope);
}

// A monotone rational-quadratic spline of K pieces, straight beyond its ends; F22. t = (a, widths, heights, inner slopes).
#define LEAST_SIDE 1e-3
DEVICE double spline_sum(const double* side, int count) {
  double sum = 0.0;
  for (int i = 0; i < count; i++) {
    sum += side[i] + LEAST_SIDE;
  }
  return sum;
}
DEVICE double spline_knot(int pieces, const double* side, int j) { return spline_sum(side, j) - 0.5 * spline_sum(side, pieces); }
DEVICE int spline_piece(int pieces, const double* side, double place) {
  double end = -0.5 * spline_sum(side, pieces);
  if (!(place >= end)) {
    return -1;
  }
  for (int j = 0; j < pieces; j++) {
    end += side[j] + LEAST_SIDE;
    if (place <= end) {
      return j;
    }
  }
  return pieces;
}
DEVICE double spline_slope(int pieces, const double* t, int knot) {
  return knot == 0 || knot == pieces ? spline_sum(t + 1 + pieces, pieces) / spline_sum(t + 1, pieces)
                                     : t[2 * pieces + knot] + LEAST_SIDE;
}
DEVICE void spline_add_slope(int pieces, const double* t, int knot, double bar, double* tb) {
  if (knot > 0 && knot < pieces) {
    tb[2 * pieces + knot] += bar;
    return;
  }
  double whole = spline_sum(t + 1, pieces);
  double s = spline_slope(pieces, t, knot);
  for (int i = 0; i < pieces; i++) {
    tb[1 + pieces + i] += bar / whole;
    tb[1 + i] -= bar * s / whole;
  }
}
DEVICE void spline_add_knot(int pieces, double* side, int j, double bar) {
  for (int i = 0; i < pieces; i++) {
    side[i] += i < j ? 0.5 * bar : -0.5 * bar;
  }
}
typedef struct { double xi, delta, s, e, w, h; } spline_place;
DEVICE spline_place spline_at(int pieces, const double* t, int j, double f) {
  spline_place p;
  p.w = t[1 + j] + LEAST_SIDE;
  p.h = t[1 + pieces + j] + LEAST_SIDE;
  p.xi = at_most(at_least((f - spline_knot(pieces, t + 1, j)) / p.w, 0.0), 1.0);
  p.delta = p.h / p.w;
  p.s = spline_slope(pieces, t, j);
  p.e = spline_slope(pieces, t, j + 1);
  return p;
}
DEVICE double spline_bump(spline_place p) { return p.xi * (1.0 - p.xi); }
DEVICE double spline_denominator(spline_place p) { return p.delta + (p.s + p.e - 2.0 * p.delta) * spline_bump(p); }
DEVICE double spline_numerator(spline_place p) {
  double rest = 1.0 - p.xi;
  return p.e * p.xi * p.xi + 2.0 * p.delta * spline_bump(p) + p.s * rest * rest;
}
DEVICE double spline_rise(spline_place p) { return (p.delta * p.xi * p.xi + p.s * spline_bump(p)) / spline_denominator(p); }

DEVICE double rq_spline_value(int pieces, const double* t, double f, double* tape) {
  int j = spline_piece(pieces, t + 1, f);
  if (j < 0 || j == pieces) {
    int end = j < 0 ? 0 : j;
    double beyond = f - spline_knot(pieces, t + 1, end);
    return within(t[0] + spline_knot(pieces, t + 1 + pieces, end) + spline_slope(pieces, t, end) * beyond, LARGEST_DOUBLE);
  }
  spline_place p = spline_at(pieces, t, j, f);
  return t[0] + spline_knot(pieces, t + 1 + pieces, j) + p.h * spline_rise(p);
}
DEVICE double rq_spline_back(int pieces, const double* t, double f, double g, const double* tape, double bar, double* tb) {
  int j = spline_piece(pieces, t + 1, f);
  tb[0] += bar;
  if (j < 0 || j == pieces) {
    int end = j < 0 ? 0 : j;
    double s = spline_slope(pieces, t, end);
    spline_add_knot(pieces, tb + 1 + pieces, end, bar);
    spline_add_knot(pieces, tb + 1, end, -s * bar);
    spline_add_slope(pieces, t, end, bar * (f - spline_knot(pieces, t + 1, end)), tb);
    return s * bar;
  }
  spline_place p = spline_at(pieces, t, j, f);
  double d = spline_denominator(p);
  double bump = spline_bump(p);
  double rise = spline_rise(p);
  double rBar = bar * p.h;
  double xiBar = rBar * p.delta * spline_numerator(p) / (d * d);
  double deltaBar = rBar * (p.xi * p.xi - rise * (1.0 - 2.0 * bump)) / d;
  spline_add_knot(pieces, tb + 1 + pieces, j, bar);
  spline_add_knot(pieces, tb + 1, j, -xiBar / p.w);
  tb[1 + pieces + j] += bar * rise + deltaBar / p.w;
  tb[1 + j] -= (xiBar * p.xi + deltaBar * p.delta) / p.w;
  spline_add_slope(pieces, t, j, rBar * bump * (1.0 - rise) / d, tb);
  spline_add_slope(pieces, t, j + 1, -rBar * bump * rise / d, tb);
  return xiBar / p.w;
}
DEVICE double rq_spline_log(int pieces, const double* t, double f) {
  int j = spline_piece(pieces, t + 1, f);
  if (j < 0 || j == pieces) {
    return log(spline_slope(pieces, t, j < 0 ? 0 : j));
  }
  spline_place p = spline_at(pieces, t, j, f);
  return 2.0 * log(p.delta / spline_denominator(p)) + log(spline_numerator(p));
}
DEVICE double rq_spline_log_back(int pieces, const double* t, double f, double bar, double* tb) {
  int j = spline_piece(pieces, t + 1, f);
  if (j < 0 || j == pieces) {
    int end = j < 0 ? 0 : j;
    spline_add_slope(pieces, t, end, bar / spline_slope(pieces, t, end), tb);
    return 0.0;
  }
  spline_place p = spline_at(pieces, t, j, f);
  double d = spline_denominator(p);
  double n = spline_numerator(p);
  double bump = spline_bump(p);
  double rest = 1.0 - p.xi;
  double tilt = 1.0 - 2.0 * p.xi;
  double xiBar = bar * (2.0 * (p.e * p.xi + p.delta * tilt - p.s * rest) / n - 2.0 * (p.s + p.e - 2.0 * p.delta) * tilt / d);
  double deltaBar = bar * (2.0 / p.delta + 2.0 * bump / n - 2.0 * (1.0 - 2.0 * bump) / d);
  spline_add_knot(pieces, tb + 1, j, -xiBar / p.w);
  tb[1 + pieces + j] += deltaBar / p.w;
  tb[1 + j] -= (xiBar * p.xi + deltaBar * p.delta) / p.w;
  spline_add_slope(pieces, t, j, bar * (rest * rest / n - 2.0 * bump / d), tb);
  spline_add_slope(pieces, t, j + 1, bar * (p.xi * p.xi / n - 2.0 * bump / d), tb);
  return xiBar / p.w;
}
DEVICE double rq_spline_inverse(int pieces, const double* t, double g) {
  double y = g - t[0];
  int j = spline_piece(pieces, t + 1 + pieces, y);
  if (j < 0 || j == pieces) {
    int end = j < 0 ? 0 : j;
    double beyond = y - spline_knot(pieces, t + 1 + pieces, end);
    return spline_knot(pieces, t + 1, end) + beyond / spline_slope(pieces, t, end);
  }
  double w = t[1 + j] + LEAST_SIDE;
  double h = t[1 + pieces + j] + LEAST_SIDE;
  double r = at_most(at_least((y - spline_knot(pieces, t + 1 + pieces, j)) / h, 0.0), 1.0);
  double delta = h / w;
  double s = spline_slope(pieces, t, j);
  double e = spline_slope(pieces, t, j + 1);
  double excess = r * (s + e - 2.0 * delta);
  double a = delta - s + excess;
  double b = s - excess;
  double root = sqrt(at_least(b * b + 4.0 * a * delta * r, 0.0));
  return spline_knot(pieces, t + 1, j) + w * at_most(2.0 * delta * r / (b + root), 1.0);
}

// The number half way between two, and neighbours, in the order of the floating-point numbers.
DEVICE long long order_of(double x) {
  long long b = bits_of(x);
  return b >= 0 ? b : (long long)0x8000000000000000ULL - b;
}
DEVICE double number_of(long long o) { return double_of(o >= 0 ? o : (long long)0x8000000000000000ULL - o); }
DEVICE double next_up(double x) { return number_of(order_of(x + 0.0) + 1); }
