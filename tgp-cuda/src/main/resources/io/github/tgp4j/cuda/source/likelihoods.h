// Likelihoods of one target y and its latents f after the flows; equations L0–L25 in docs/equations.md. A likelihood
// NAME with values t has
//   NAME_prepare(t, c)                      what depends on t alone, once per thread
//   NAME_row(t, c, y)                       what depends on y too, once per row
//   NAME_log(t, c, y, f)                    log p(y | f)
//   NAME_node(t, c, y, f, w, fBar, tb)      w·log p (or the loss in its place), writing w·∂/∂f, adding w·∂/∂t to tb
//   NAME_closed(t, c, y, m, v, w, mBar, vBar, tb)   w·E[log p] under f ~ N(m, v), where it has a closed form
//   NAME_closed_predictive(…)                       w·log E[p]
#define CONSTANTS 8
#define NOTHING_OF_THETA(NAME) DEVICE void NAME##_prepare(const double* t, double* c) {}
#define NOTHING_OF_ROW(NAME) DEVICE void NAME##_row(const double* t, double* c, double y) {}
DEVICE void gaussian_prepare(const double* t, double* c) {
  c[0] = -0.5 * log(2.0 * PI * t[0]);
  c[1] = 1.0 / t[0];
}
NOTHING_OF_ROW(gaussian)
DEVICE double gaussian_log(const double* t, const double* c, double y, const double* f) {
  double r = y - f[0];
  return c[0] - 0.5 * c[1] * r * r;
}
DEVICE double gaussian_node(const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double r = y - f[0];
  double fit = 0.5 * c[1] * r * r;
  fBar[0] = w * c[1] * r;
  tb[0] += w * c[1] * (fit - 0.5);
  return w * (c[0] - fit);
}
DEVICE double gaussian_closed(const double* t, const double* c, double y, const double* m, const double* v, double w, double* mBar, double* vBar, double* tb) {
  double r = y - m[0];
  double fit = 0.5 * c[1] * (r * r + v[0]);
  mBar[0] = w * c[1] * r;
  vBar[0] = -0.5 * w * c[1];
  tb[0] += w * c[1] * (fit - 0.5);
  return w * (c[0] - fit);
}
DEVICE double gaussian_closed_predictive(const double* t, const double* c, double y, const double* m, const double* v, double w, double* mBar, double* vBar, double* tb) {
  double total = v[0] + t[0];
  double r = y - m[0];
  double slope = 0.5 * w * (r * r / total - 1.0) / total;
  mBar[0] = w * r / total;
  vBar[0] = slope;
  tb[0] += slope;
  return -0.5 * w * (log(2.0 * PI * total) + r * r / total);
}

// Gaussian noise learnt by a robust loss; L20–L23: (factor/power)·expm1(power·(log N − κ)) + e.
// c = (log N's normaliser, 1/σ², factor, power·(normaliser − κ), dκ/dσ², e, de/dσ²).
DEVICE void robust_gaussian_prepare(int gamma, double power, const double* t, double* c) {
  gaussian_prepare(t, c);
  double logIntegral = power * c[0] - 0.5 * log1p(power);
  double slope = -0.5 * power / t[0];
  double share = exp(logIntegral) / (1.0 + power);
  c[2] = gamma ? 1.0 + power : 1.0;
  c[3] = power * (c[0] - (gamma ? logIntegral / (1.0 + power) : 0.0));
  c[4] = gamma ? slope / (1.0 + power) : 0.0;
  c[5] = gamma ? 0.0 : 1.0 - share;
  c[6] = gamma ? 0.0 : -share * slope;
}
DEVICE void robust_gaussian_row(int gamma, double power, const double* t, double* c, double y) {}
DEVICE double robust_gaussian_log(int gamma, double power, const double* t, const double* c, double y, const double* f) {
  return gaussian_log(t, c, y, f);
}
DEVICE double robust_gaussian_node(int gamma, double power, const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double r = y - f[0];
  double excess = expm1(c[3] - 0.5 * power * c[1] * r * r);
  double mass = w * (1.0 + excess);
  fBar[0] = c[2] * c[1] * mass * r;
  tb[0] += c[2] * mass * (0.5 * c[1] * (at_most(r * r, 1e300) * c[1] - 1.0) - c[4]) + w * c[6];
  return c[2] / power * w * excess + w * c[5];
}
DEVICE double robust_gaussian_closed(int gamma, double power, const double* t, const double* c, double y, const double* m, const double* v, double w, double* mBar, double* vBar, double* tb) {
  double r = y - m[0];
  double spread = t[0] + power * v[0];
  double square = at_most(r * r, 1e300);
  double excess = expm1(c[3] - 0.5 * log1p(power * v[0] * c[1]) - 0.5 * power * square / spread);
  double mass = w * c[2] / power * (1.0 + excess);
  double spreadBar = mass * 0.5 * (power * square / spread - 1.0) / spread;
  mBar[0] = mass * power * r / spread;
  vBar[0] = power * spreadBar;
  tb[0] += spreadBar + mass * (0.5 * c[1] - power * (0.5 * c[1] + c[4])) + w * c[6];
  return w * c[2] / power * excess + w * c[5];
}

DEVICE void laplace_prepare(const double* t, double* c) {
  c[0] = -log(2.0 * t[0]);
  c[1] = 1.0 / t[0];
}
NOTHING_OF_ROW(laplace)
DEVICE double laplace_log(const double* t, const double* c, double y, const double* f) { return c[0] - c[1] * fabs(y - f[0]); }
DEVICE double laplace_node(const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double r = y - f[0];
  double fit = c[1] * fabs(r);
  fBar[0] = w * c[1] * (r > 0.0 ? 1.0 : r < 0.0 ? -1.0 : r);
  tb[0] += w * c[1] * (fit - 1.0);
  return w * (c[0] - fit);
}
DEVICE double laplace_closed(const double* t, const double* c, double y, const double* m, const double* v, double w, double* mBar, double* vBar, double* tb) {
  double deviation = sqrt(at_least(v[0], 1e-14));
  double d = (y - m[0]) / deviation;
  double density = normal_pdf(d);
  double sign = 1.0 - 2.0 * normal_cdf(-d);
  double fit = c[1] * (2.0 * deviation * density + d * deviation * sign);
  mBar[0] = w * c[1] * sign;
  vBar[0] = -w * c[1] * density / deviation;
  tb[0] += w * c[1] * (fit - 1.0);
  return w * (c[0] - fit);
}

DEVICE void student_t_prepare(const double* t, double* c) {
  c[0] = lgamma(0.5 * (t[1] + 1.0)) - lgamma(0.5 * t[1]) - 0.5 * log(PI * t[1]) - log(t[0]);
  c[1] = 1.0 / (t[0] * sqrt(t[1]));
  c[2] = digamma(0.5 * (t[1] + 1.0)) - digamma(0.5 * t[1]) - 1.0 / t[1];
}
NOTHING_OF_ROW(student_t)
DEVICE double student_t_log(const double* t, const double* c, double y, const double* f) {
  double r = (y - f[0]) * c[1];
  return c[0] - 0.5 * (t[1] + 1.0) * log1p(r * r);
}
DEVICE double student_t_node(const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double nu = t[1];
  double r = (y - f[0]) * c[1];
  double q = r * r;
  double l = log1p(q);
  double bar = r / (1.0 + q);
  double share = bar * r;
  fBar[0] = w * (nu + 1.0) * c[1] * bar;
  tb[0] += w * ((nu + 1.0) * share - 1.0) / t[0];
  tb[1] += 0.5 * w * (c[2] - l + (nu + 1.0) / nu * share);
  return w * (c[0] - 0.5 * (nu + 1.0) * l);
}

NOTHING_OF_THETA(bernoulli_probit)
NOTHING_OF_ROW(bernoulli_probit)
NOTHING_OF_THETA(bernoulli_logit)
NOTHING_OF_ROW(bernoulli_logit)
DEVICE double bernoulli_probit_log(const double* t, const double* c, double y, const double* f) { return normal_log_cdf((2.0 * y - 1.0) * f[0]); }
DEVICE double bernoulli_probit_node(const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double sign = 2.0 * y - 1.0;
  double x = sign * f[0];
  fBar[0] = w * sign * inverse_mills_ratio(x);
  return w * normal_log_cdf(x);
}
DEVICE double bernoulli_logit_log(const double* t, const double* c, double y, const double* f) { return -softplus(-(2.0 * y - 1.0) * f[0]); }
DEVICE double bernoulli_logit_node(const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double sign = 2.0 * y - 1.0;
  double x = sign * f[0];
  double e = exp(-fabs(x));
  fBar[0] = w * sign * ((x < 0.0 ? 1.0 : e) / (1.0 + e));
  return w * (at_most(x, 0.0) - log1p(e));
}

// μ(f) > 0; equation L1. link 0: exp, 1: softplus, 2: identity.
typedef struct { double logMean, mean, slope; } rate;
DEVICE rate rate_of(int link, double f) {
  rate r;
  if (link == 2) {
    r.mean = at_least(f, 1e-60);
    r.slope = f > 1e-60 ? 1.0 / f : 0.0;
    r.logMean = log(r.mean);
  } else if (link == 1 && !(f < -37.0)) {
    r.mean = softplus(f);
    r.slope = sigmoid(f) / r.mean;
    r.logMean = log(r.mean);
  } else {
    r.logMean = soft_clip(f, 40.0);
    r.mean = exp(r.logMean);
    r.slope = soft_clip_slope(f, 40.0);
  }
  return r;
}

DEVICE void poisson_prepare(int link, const double* t, double* c) {}
DEVICE void poisson_row(int link, const double* t, double* c, double y) { c[0] = lgamma(y + 1.0); }
DEVICE double poisson_log(int link, const double* t, const double* c, double y, const double* f) {
  rate r = rate_of(link, f[0]);
  return y * r.logMean - r.mean - c[0];
}
DEVICE double poisson_node(int link, const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  rate r = rate_of(link, f[0]);
  fBar[0] = r.slope * w * (y - r.mean);
  return w * (y * r.logMean - r.mean - c[0]);
}
DEVICE double poisson_closed(int link, const double* t, const double* c, double y, const double* m, const double* v, double w, double* mBar, double* vBar, double* tb) {
  double exponent = m[0] + 0.5 * v[0];
  double expected = exp(soft_clip(exponent, 40.0));
  double slope = expected * soft_clip_slope(exponent, 40.0);
  mBar[0] = w * (y - slope);
  vBar[0] = -0.5 * w * slope;
  return w * (y * m[0] - expected - c[0]);
}

DEVICE void negative_binomial_prepare(int link, const double* t, double* c) {
  c[0] = 1.0 / at_least(t[0], 1e-8);
  c[1] = log(c[0]);
  c[2] = digamma(c[0]);
}
DEVICE void negative_binomial_row(int link, const double* t, double* c, double y) {
  c[3] = log_binomial(y, c[0]);
  c[4] = digamma(y + c[0]) - c[2];
}
DEVICE double negative_binomial_log(int link, const double* t, const double* c, double y, const double* f) {
  double size = c[0];
  double s = rate_of(link, f[0]).logMean - c[1];
  return c[3] - y * softplus(-s) - size * softplus(s);
}
DEVICE double negative_binomial_node(int link, const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double size = c[0];
  rate r = rate_of(link, f[0]);
  double s = r.logMean - c[1];
  double e = exp(-fabs(s));
  double l = log1p(e);
  double up = at_least(s, 0.0) + l;
  double down = at_least(-s, 0.0) + l;
  double larger = 1.0 / (1.0 + e);
  double share = s < 0.0 ? e * larger : larger;
  double remainder = s < 0.0 ? larger : e * larger;
  double sBar = w * (y * remainder - size * share);
  double sizeBar = w * c[4] - w * up - sBar / size;
  fBar[0] = r.slope * sBar;
  tb[0] -= t[0] > 1e-8 ? sizeBar * size * size : 0.0;
  return w * c[3] - w * (y * down + size * up);
}

DEVICE void gamma_prepare(int link, const double* t, double* c) {
  double l = log(t[0]);
  c[0] = t[0] * l - lgamma(t[0]);
  c[1] = l + 1.0 - digamma(t[0]);
}
DEVICE void gamma_row(int link, const double* t, double* c, double y) { c[2] = log(y); }
DEVICE double gamma_log(int link, const double* t, const double* c, double y, const double* f) {
  rate r = rate_of(link, f[0]);
  return c[0] + (t[0] - 1.0) * c[2] - t[0] * (r.logMean + y / r.mean);
}
DEVICE double gamma_node(int link, const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double shape = t[0];
  rate r = rate_of(link, f[0]);
  double ratio = y / r.mean;
  double fit = r.logMean + ratio;
  fBar[0] = r.slope * w * shape * (ratio - 1.0);
  tb[0] += w * (c[1] + c[2] - fit);
  return w * (c[0] + (shape - 1.0) * c[2] - shape * fit);
}
DEVICE double gamma_closed(int link, const double* t, const double* c, double y, const double* m, const double* v, double w, double* mBar, double* vBar, double* tb) {
  double shape = t[0];
  double exponent = 0.5 * v[0] - m[0];
  double ratio = y * exp(soft_clip(exponent, 40.0));
  double slope = ratio * soft_clip_slope(exponent, 40.0);
  double fit = m[0] + ratio;
  mBar[0] = w * shape * (slope - 1.0);
  vBar[0] = -0.5 * w * shape * slope;
  tb[0] += w * (c[1] + c[2] - fit);
  return w * (c[0] + (shape - 1.0) * c[2] - shape * fit);
}

// F of a cumulative link; 1: logit, 0: probit.
DEVICE double link_cdf(int logit, double x) { return logit ? sigmoid(x) : normal_cdf(x); }
DEVICE double link_density(int logit, double x) { return logit ? sigmoid(x) * sigmoid(-x) : normal_pdf(x); }

DEVICE void beta_prepare(int logit, const double* t, double* c) {
  c[0] = lgamma(t[0]);
  c[1] = digamma(t[0]);
}
DEVICE void beta_row(int logit, const double* t, double* c, double y) {
  c[2] = log(y);
  c[3] = log1p(-y);
}
DEVICE double beta_log(int logit, const double* t, const double* c, double y, const double* f) {
  double x = soft_clip(f[0], logit ? 40.0 : 20.0);
  double a = t[0] * link_cdf(logit, x);
  double b = t[0] * link_cdf(logit, -x);
  return c[0] - lgamma(a) - lgamma(b) + (a - 1.0) * c[2] + (b - 1.0) * c[3];
}
DEVICE double beta_node(int logit, const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double limit = logit ? 40.0 : 20.0;
  double x = soft_clip(f[0], limit);
  double mean = link_cdf(logit, x);
  double rest = link_cdf(logit, -x);
  double a = t[0] * mean;
  double b = t[0] * rest;
  double aBar = c[2] - digamma(a);
  double bBar = c[3] - digamma(b);
  fBar[0] = w * t[0] * (aBar - bBar) * (link_density(logit, x) * soft_clip_slope(f[0], limit));
  tb[0] += w * (c[1] + mean * aBar + rest * bBar);
  return w * ((a - 1.0) * c[2] + (b - 1.0) * c[3] - (lgamma(a) + lgamma(b) - c[0]));
}

// log(F(b) − F(a)), a < b, and its derivatives; equation L11.
typedef struct { double value, lower, upper; } log_difference;
DEVICE log_difference log_normal_difference(double a, double b) {
  log_difference d;
  double logUpper = normal_log_cdf(b);
  double upperRatio = inverse_mills_ratio(b);
  d.value = logUpper;
  d.lower = 0.0;
  d.upper = upperRatio;
  if (a == -INFINITE) {
    return d;
  }
  double lowerRatio = inverse_mills_ratio(a);
  double delta = b < -5.0 ? 0.5 * (a - b) * (a + b) + log(lowerRatio / upperRatio) : logUpper - normal_log_cdf(a);
  delta = at_least(delta, 1e-100);
  double share = -expm1(-delta);
  d.lower = -lowerRatio / expm1(delta);
  d.upper = upperRatio / share;
  d.value = logUpper + log(share);
  return d;
}
DEVICE log_difference log_difference_of(int logit, double a, double b) {
  if (logit) {
    log_difference d;
    double gap = at_least(b - a, 1e-100);
    double common = 1.0 / expm1(gap);
    d.lower = -sigmoid(a) - common;
    d.upper = sigmoid(-b) + common;
    d.value = log(-expm1(-gap)) - softplus(-b) - softplus(a);
    return d;
  }
  if (a + b > 0.0) {
    log_difference d = log_normal_difference(-b, -a);
    double lower = d.lower;
    d.lower = -d.upper;
    d.upper = -lower;
    return d;
  }
  return log_normal_difference(a, b);
}
DEVICE log_difference ordinal_of(int classes, int logit, const double* t, double y, double f) {
  int k = (int)y;
  double a = k <= 0 ? -INFINITE : t[k - 1] - f;
  double b = k >= classes - 1 ? INFINITE : t[k] - f;
  return log_difference_of(logit, a, b);
}
DEVICE void ordinal_prepare(int classes, int logit, const double* t, double* c) {}
DEVICE void ordinal_row(int classes, int logit, const double* t, double* c, double y) {}
DEVICE double ordinal_log(int classes, int logit, const double* t, const double* c, double y, const double* f) {
  return ordinal_of(classes, logit, t, y, f[0]).value;
}
DEVICE double ordinal_node(int classes, int logit, const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  int code = (int)y;
  log_difference d = ordinal_of(classes, logit, t, y, f[0]);
  fBar[0] = -w * (d.lower + d.upper);
  for (int k = 0; k < classes - 1; k++) {
    tb[k] += k == code - 1 ? w * d.lower : k == code ? w * d.upper : 0.0;
  }
  return w * d.value;
}

NOTHING_OF_THETA(volatility)
NOTHING_OF_ROW(volatility)
DEVICE double volatility_log(const double* t, const double* c, double y, const double* f) {
  double deviation = at_least(f[0], 1e-60);
  double z = y / deviation;
  return -0.9189385332046727 - log(deviation) - 0.5 * z * z;
}
DEVICE double volatility_node(const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double deviation = at_least(f[0], 1e-60);
  double z = y / deviation;
  fBar[0] = w * (f[0] > 1e-60 ? 1.0 / deviation : 0.0) * (z * z - 1.0);
  return -w * (log(deviation) + 0.5 * z * z + 0.9189385332046727);
}

DEVICE void categorical_prepare(int classes, const double* t, double* c) {}
DEVICE void categorical_row(int classes, const double* t, double* c, double y) {}
DEVICE double categorical_log(int classes, const double* t, const double* c, double y, const double* f) {
  double most = f[0];
  double own = f[0];
  for (int c = 1; c < classes; c++) {
    most = f[c] != f[c] || f[c] > most ? f[c] : most;
    own = c == (int)y ? f[c] : own;
  }
  double sum = 0.0;
  for (int c = 0; c < classes; c++) {
    sum += exp(f[c] - most);
  }
  return own - most - log(sum);
}
DEVICE double categorical_node(int classes, const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {
  double most = f[0];
  double own = f[0];
  for (int c = 1; c < classes; c++) {
    most = f[c] != f[c] || f[c] > most ? f[c] : most;
    own = c == (int)y ? f[c] : own;
  }
  double sum = 0.0;
  for (int c = 0; c < classes; c++) {
    fBar[c] = exp(f[c] - most);
    sum += fBar[c];
  }
  double share = -w / sum;
  for (int c = 0; c < classes; c++) {
    fBar[c] = fBar[c] * share + (c == (int)y ? w : 0.0);
  }
  return w * (own - most) - w * log(sum);
}

// Noise whose scale exp(h), h the second latent, depends on the input; L24 and L25.
#define VARYING_NOISE(BASE)                                                                                                \
  DEVICE void BASE##_varying_prepare(const double* t, double* c) { BASE##_prepare(t, c); }                                 \
  DEVICE void BASE##_varying_row(const double* t, double* c, double y) {}                                                  \
  DEVICE double BASE##_varying_log(const double* t, const double* c, double y, const double* f) {                                           \
    double h = soft_clip(f[1], 20.0);                                                                                      \
    double r[1];                                                                                                           \
    r[0] = (f[0] - y) * exp(-h);                                                                                           \
    return BASE##_log(t, c, 0.0, r) - h;                                                                                      \
  }                                                                                                                        \
  DEVICE double BASE##_varying_node(const double* t, const double* c, double y, const double* f, double w, double* fBar, double* tb) {      \
    double h = soft_clip(f[1], 20.0);                                                                                      \
    double precision = exp(-h);                                                                                            \
    double r[1];                                                                                                           \
    double bar[1];                                                                                                         \
    r[0] = (f[0] - y) * precision;                                                                                         \
    double value = BASE##_node(t, c, 0.0, r, w, bar, tb) - w * h;                                                             \
    fBar[0] = bar[0] * precision;                                                                                          \
    fBar[1] = -(bar[0] * r[0] + w) * soft_clip_slope(f[1], 20.0);                                                          \
    return value;                                                                                                          \
  }
VARYING_NOISE(gaussian)
VARYING_NOISE(laplace)
VARYING_NOISE(student_t)

DEVICE double gaussian_varying_closed(const double* t, const double* c, double y, const double* m, const double* v, double w, double* mBar, double* vBar, double* tb) {
  double exponent = 2.0 * (v[1] - m[1]);
  double precision = exp(soft_clip(exponent, 40.0)) * c[1];
  double slope = soft_clip_slope(exponent, 40.0);
  double r = y - m[0];
  double fit = 0.5 * precision * (r * r + v[0]);
  mBar[0] = w * precision * r;
  vBar[0] = -0.5 * w * precision;
  mBar[1] = w * (2.0 * fit * slope - 1.0);
  vBar[1] = -2.0 * w * fit * slope;
  tb[0] += w * c[1] * (fit - 0.5);
  return w * (c[0] - m[1] - fit);
}
DEVICE double gaussian_varying_closed_predictive(const double* t, const double* c, double y, const double* m, const double* v, double w, double* mBar, double* vBar, double* tb) {
  double e = exp(soft_clip(m[1], 20.0));
  double own = t[0] * e * e;
  double total = v[0] + own;
  double r = y - m[0];
  double slope = 0.5 * w * (r * r / total - 1.0) / total;
  mBar[0] = w * r / total;
  vBar[0] = slope;
  mBar[1] = 2.0 * slope * own * soft_clip_slope(m[1], 20.0);
  vBar[1] = 0.0;
  tb[0] += slope * e * e;
  return -0.5 * w * (log(2.0 * PI * total) + r * r / total);
}
