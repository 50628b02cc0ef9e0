// Covariances of one pair of inputs; equations K1–K21 in docs/equations.md. A covariance NAME of d inputs with values t has
//   NAME_value(d, t, x, z, same)                  k(x, z); same: x and z are one row
//   NAME_back(d, t, x, z, same, bar, tb, zb)      adds bar·∂k/∂t to tb and bar·∂k/∂z to zb
//   NAME_diagonal(d, t, x)                        k(x, x)
//   NAME_diagonal_back(d, t, x, bar, tb)          adds bar·∂k(x, x)/∂t to tb
// Stationary ones are k = v·φ(s), s = −½ Σ (x − z)²/ℓ²; a profile PROFILE has
//   PROFILE_value(v, shape, s)                    v·φ(s)
//   PROFILE_slope(shape, s, k)                    dk/ds
//   PROFILE_shape(shape, s, k)                    dk/dshape of its own value, where it has one
DEVICE double rbf_profile_value(double v, double shape, double s) { return v * exp(s); }
DEVICE double rbf_profile_slope(double shape, double s, double k) { return k; }
DEVICE double rbf_profile_shape(double shape, double s, double k) { return 0.0; }

DEVICE double matern12_profile_value(double v, double shape, double s) { return v * exp(-sqrt(at_least(-2.0 * s, 0.0))); }
DEVICE double matern12_profile_slope(double shape, double s, double k) {
  double square = at_least(-2.0 * s, 0.0);
  return k * sqrt(square) / (square + LEAST_NORMAL); // 0 at the kink
}
DEVICE double matern12_profile_shape(double shape, double s, double k) { return 0.0; }

DEVICE double matern32_profile_value(double v, double shape, double s) {
  double a = sqrt(at_least(-6.0 * s, 0.0));
  return v * (1.0 + a) * exp(-a);
}
DEVICE double matern32_profile_slope(double shape, double s, double k) { return 3.0 * k / (1.0 + sqrt(at_least(-6.0 * s, 0.0))); }
DEVICE double matern32_profile_shape(double shape, double s, double k) { return 0.0; }

DEVICE double matern52_profile_value(double v, double shape, double s) {
  double a = sqrt(at_least(-10.0 * s, 0.0));
  return v * (1.0 + a + a * a * (1.0 / 3.0)) * exp(-a);
}
DEVICE double matern52_profile_slope(double shape, double s, double k) {
  double a = sqrt(at_least(-10.0 * s, 0.0));
  return k * (5.0 + 5.0 * a) / (3.0 + 3.0 * a + a * a);
}
DEVICE double matern52_profile_shape(double shape, double s, double k) { return 0.0; }

DEVICE double rq_profile_value(double v, double alpha, double s) { return v * exp(-alpha * log1p(at_least(-s, 0.0) / alpha)); }
DEVICE double rq_profile_slope(double alpha, double s, double k) { return k / (1.0 + at_least(-s, 0.0) / alpha); }
DEVICE double rq_profile_shape(double alpha, double s, double k) {
  double w = at_least(-s, 0.0) / alpha;
  return k * (w / (1.0 + w) - log1p(w));
}

// t = (v, lengthscales, the profile's own value).
#define STATIONARY(NAME, SHAPES)                                                                                           \
  DEVICE double NAME##_distance(int d, const double* t, const double* x, const double* z) {                                \
    double s = 0.0;                                                                                                        \
    for (int i = 0; i < d; i++) {                                                                                          \
      double u = (x[i] - z[i]) * (1.0 / t[1 + i]);                                                                         \
      s -= 0.5 * u * u;                                                                                                    \
    }                                                                                                                      \
    return s;                                                                                                              \
  }                                                                                                                        \
  DEVICE double NAME##_value(int d, const double* t, const double* x, const double* z, int same) {                         \
    return same ? t[0] : NAME##_profile_value(t[0], SHAPES ? t[1 + d] : 0.0, NAME##_distance(d, t, x, z));                 \
  }                                                                                                                        \
  DEVICE void NAME##_back(int d, const double* t, const double* x, const double* z, int same, double bar, double* tb, double* zb) { \
    double s = NAME##_distance(d, t, x, z);                                                                                \
    double shape = SHAPES ? t[1 + d] : 0.0;                                                                                \
    double k = NAME##_profile_value(t[0], shape, s);                                                                       \
    double slope = bar * NAME##_profile_slope(shape, s, k);                                                                \
    tb[0] += bar * k / t[0];                                                                                               \
    for (int i = 0; i < d; i++) {                                                                                          \
      double inverse = 1.0 / t[1 + i];                                                                                     \
      double u = (x[i] - z[i]) * inverse;                                                                                  \
      tb[1 + i] += slope * u * u * inverse;                                                                                \
      zb[i] += slope * u * inverse;                                                                                        \
    }                                                                                                                      \
    if (SHAPES) {                                                                                                          \
      tb[1 + d] += bar * NAME##_profile_shape(shape, s, k);                                                                \
    }                                                                                                                      \
  }                                                                                                                        \
  CONSTANT_DIAGONAL(NAME)
#define CONSTANT_DIAGONAL(NAME)                                                                                            \
  DEVICE double NAME##_diagonal(int d, const double* t, const double* x) { return t[0]; }                                  \
  DEVICE void NAME##_diagonal_back(int d, const double* t, const double* x, double bar, double* tb) { tb[0] += bar; }
STATIONARY(rbf, 0)
STATIONARY(matern12, 0)
STATIONARY(matern32, 0)
STATIONARY(matern52, 0)
STATIONARY(rq, 1)

// v·exp(−2 Σ sin²(π(x − z)/p)/ℓ²); t = (v, lengthscales, p).
DEVICE double periodic_value(int d, const double* t, const double* x, const double* z, int same) {
  double s = 0.0;
  for (int i = 0; i < d; i++) {
    double u = sin(PI * (x[i] - z[i]) / t[1 + d]) / t[1 + i];
    s -= 2.0 * u * u;
  }
  return t[0] * exp(s);
}
DEVICE void periodic_back(int d, const double* t, const double* x, const double* z, int same, double bar, double* tb, double* zb) {
  double k = periodic_value(d, t, x, z, same);
  double sBar = bar * k;
  tb[0] += sBar / t[0];
  for (int i = 0; i < d; i++) {
    double angle = PI * (x[i] - z[i]) / t[1 + d];
    double sine = sin(angle);
    double inverse = 1.0 / t[1 + i];
    double square = 4.0 * inverse * inverse * sBar;
    double product = square * sine * cos(angle);
    tb[1 + i] += square * sine * sine * inverse;
    tb[1 + d] += product * angle / t[1 + d];
    zb[i] += product * PI / t[1 + d];
  }
}
CONSTANT_DIAGONAL(periodic)

// v·cos(2π Σ (x − z)/ℓ); t = (v, lengthscales).
DEVICE double cosine_turns(int d, const double* t, const double* x, const double* z) {
  double turns = 0.0;
  for (int i = 0; i < d; i++) {
    turns += (x[i] - z[i]) / t[1 + i];
  }
  return turns;
}
DEVICE double cosine_value(int d, const double* t, const double* x, const double* z, int same) {
  return t[0] * cos(2.0 * PI * cosine_turns(d, t, x, z));
}
DEVICE void cosine_back(int d, const double* t, const double* x, const double* z, int same, double bar, double* tb, double* zb) {
  double phase = 2.0 * PI * cosine_turns(d, t, x, z);
  double turnsBar = -bar * t[0] * sin(phase) * 2.0 * PI;
  tb[0] += bar * cos(phase);
  for (int i = 0; i < d; i++) {
    double slope = turnsBar / t[1 + i];
    tb[1 + i] -= slope * (x[i] - z[i]) / t[1 + i];
    zb[i] -= slope;
  }
}
CONSTANT_DIAGONAL(cosine)

// Σ w·x·z, its pullback, and that of Σ w·x².
DEVICE double weighted_product(int d, const double* w, const double* x, const double* z) {
  double sum = 0.0;
  for (int i = 0; i < d; i++) {
    sum += w[i] * x[i] * z[i];
  }
  return sum;
}
DEVICE void weighted_product_back(int d, const double* w, const double* x, const double* z, double bar, double* wb, double* zb) {
  for (int i = 0; i < d; i++) {
    wb[i] += bar * x[i] * z[i];
    zb[i] += bar * w[i] * x[i];
  }
}
DEVICE void weighted_square_back(int d, const double* x, double bar, double* wb) {
  for (int i = 0; i < d; i++) {
    wb[i] += bar * x[i] * x[i];
  }
}

DEVICE double linear_value(int d, const double* t, const double* x, const double* z, int same) { return weighted_product(d, t, x, z); }
DEVICE void linear_back(int d, const double* t, const double* x, const double* z, int same, double bar, double* tb, double* zb) {
  weighted_product_back(d, t, x, z, bar, tb, zb);
}
DEVICE double linear_diagonal(int d, const double* t, const double* x) { return weighted_product(d, t, x, x); }
DEVICE void linear_diagonal_back(int d, const double* t, const double* x, double bar, double* tb) { weighted_square_back(d, x, bar, tb); }

// (Σ w·x·z + c)^degree; t = (w, c).
DEVICE double whole_power(double base, int exponent) {
  double power = 1.0;
  for (int i = 0; i < exponent; i++) {
    power *= base;
  }
  return power;
}
DEVICE double poly_value(int degree, int d, const double* t, const double* x, const double* z, int same) {
  return whole_power(weighted_product(d, t, x, z) + t[d], degree);
}
DEVICE void poly_back(int degree, int d, const double* t, const double* x, const double* z, int same, double bar, double* tb, double* zb) {
  double own = bar * degree * whole_power(weighted_product(d, t, x, z) + t[d], degree - 1);
  tb[d] += own;
  weighted_product_back(d, t, x, z, own, tb, zb);
}
DEVICE double poly_diagonal(int degree, int d, const double* t, const double* x) { return poly_value(degree, d, t, x, x, 1); }
DEVICE void poly_diagonal_back(int degree, int d, const double* t, const double* x, double bar, double* tb) {
  double own = bar * degree * whole_power(weighted_product(d, t, x, x) + t[d], degree - 1);
  tb[d] += own;
  weighted_square_back(d, x, own, tb);
}

// Arc-cosine of order n; t = (v, w, b); K11.
DEVICE double arccos_radial(int order, double squares) { return order == 0 ? 1.0 : order == 1 ? sqrt(squares) : squares; }
DEVICE double arccos_angular(int order, double c) {
  double sine = sqrt((1.0 - c) * (1.0 + c));
  double rest = PI - acos(c);
  return order == 0 ? rest : order == 1 ? sine + rest * c : 3.0 * sine * c + rest * (1.0 + 2.0 * c * c);
}
DEVICE double arccos_angular_slope(int order, double c) {
  double sine = sqrt((1.0 - c) * (1.0 + c));
  double rest = PI - acos(c);
  return order == 0 ? (sine > 0.0 ? 1.0 / sine : 0.0) : order == 1 ? rest : 4.0 * (sine + rest * c);
}
DEVICE double arccos_value(int order, int d, const double* t, const double* x, const double* z, int same) {
  double xx = weighted_product(d, t + 1, x, x) + t[1 + d];
  double zz = weighted_product(d, t + 1, z, z) + t[1 + d];
  double c = same ? 1.0 : within((weighted_product(d, t + 1, x, z) + t[1 + d]) / sqrt(xx * zz), 1.0);
  return t[0] / PI * arccos_radial(order, xx * zz) * arccos_angular(order, c);
}
DEVICE void arccos_back(int order, int d, const double* t, const double* x, const double* z, int same, double bar, double* tb, double* zb) {
  double xx = weighted_product(d, t + 1, x, x) + t[1 + d];
  double zz = weighted_product(d, t + 1, z, z) + t[1 + d];
  double norm = sqrt(xx * zz);
  double c = same ? 1.0 : within((weighted_product(d, t + 1, x, z) + t[1 + d]) / norm, 1.0);
  double unit = arccos_radial(order, xx * zz) / PI;
  double k = t[0] * unit * arccos_angular(order, c);
  double cBar = bar * t[0] * unit * arccos_angular_slope(order, c);
  double sBar = cBar / norm;
  double normBar = 0.5 * (order * k * bar - cBar * c);
  tb[0] += bar * k / t[0];
  tb[1 + d] += sBar + normBar / xx + normBar / zz;
  weighted_product_back(d, t + 1, x, z, sBar, tb + 1, zb);
  weighted_square_back(d, x, normBar / xx, tb + 1);
  weighted_square_back(d, z, normBar / zz, tb + 1);
  for (int i = 0; i < d; i++) {
    zb[i] += 2.0 * normBar / zz * t[1 + i] * z[i];
  }
}
DEVICE double arccos_diagonal(int order, int d, const double* t, const double* x) { return arccos_value(order, d, t, x, x, 1); }
DEVICE void arccos_diagonal_back(int order, int d, const double* t, const double* x, double bar, double* tb) {
  double square = weighted_product(d, t + 1, x, x) + t[1 + d];
  double unit = arccos_radial(order, square * square) * arccos_angular(order, 1.0) / PI;
  double squareBar = bar * t[0] * unit * order / square;
  tb[0] += bar * unit;
  tb[1 + d] += squareBar;
  weighted_square_back(d, x, squareBar, tb + 1);
}

DEVICE double constant_value(int d, const double* t, const double* x, const double* z, int same) { return t[0]; }
DEVICE void constant_back(int d, const double* t, const double* x, const double* z, int same, double bar, double* tb, double* zb) { tb[0] += bar; }
CONSTANT_DIAGONAL(constant)

DEVICE double white_value(int d, const double* t, const double* x, const double* z, int same) { return same ? t[0] : 0.0; }
DEVICE void white_back(int d, const double* t, const double* x, const double* z, int same, double bar, double* tb, double* zb) { tb[0] += same ? bar : 0.0; }
CONSTANT_DIAGONAL(white)

// Mean functions; K18–K20.
DEVICE double zero_mean(int d, const double* t, const double* x) { return 0.0; }
DEVICE void zero_mean_back(int d, const double* x, double bar, double* tb) {}
DEVICE double constant_mean(int d, const double* t, const double* x) { return t[0]; }
DEVICE void constant_mean_back(int d, const double* x, double bar, double* tb) { tb[0] += bar; }
DEVICE double linear_mean(int d, const double* t, const double* x) {
  double sum = t[0];
  for (int i = 0; i < d; i++) {
    sum += t[1 + i] * x[i];
  }
  return sum;
}
DEVICE void linear_mean_back(int d, const double* x, double bar, double* tb) {
  tb[0] += bar;
  for (int i = 0; i < d; i++) {
    tb[1 + i] += bar * x[i];
  }
}
