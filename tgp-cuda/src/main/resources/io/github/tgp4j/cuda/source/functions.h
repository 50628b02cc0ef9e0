// Functions that C lacks, each in the form that neither overflows nor cancels; equations U9–U19 in docs/equations.md.
DEVICE double softplus(double x) { return at_least(x, 0.0) + log1p(exp(-fabs(x))); }

DEVICE double sigmoid(double x) {
  double e = exp(-fabs(x));
  return (x < 0.0 ? e : 1.0) / (1.0 + e);
}

// log(e^v − 1); −∞ for v ≤ 0.
DEVICE double inverse_softplus(double v) {
  if (!(v > 0.0)) {
    return v != v ? v : -INFINITE;
  }
  return v + (v > 0.6931471805599453 ? log1p(-exp(-v)) : log(-expm1(-v)));
}

DEVICE double log_cosh(double x) {
  double magnitude = fabs(x);
  return magnitude + log1p(exp(-2.0 * magnitude)) - 0.6931471805599453;
}

// 1/√x.
#if defined(__CUDACC_RTC__) || defined(__CUDACC__)
DEVICE double inverse_root(double x) { return rsqrt(x); }
#else
DEVICE double inverse_root(double x) { return 1.0 / sqrt(x); }
#endif

#if !defined(__CUDACC_RTC__) && !defined(__CUDACC__)
// exp(x²)·erfc(x) for x ≥ 0; the device has its own.
DEVICE double erfcx(double x) {
  if (x < 25.0) {
    double square = x * x;
    return exp(square) * (1.0 + fma(x, x, -square)) * erfc(x);
  }
  double s = 0.5 / (x * x);
  double sum = 1.0 - 11.0 * s;
  for (int k = 9; k > 0; k -= 2) {
    sum = 1.0 - k * s * sum;
  }
  return 0.5641895835477563 / x * sum;
}
#endif

DEVICE double exp_minus_half_square(double x) {
  double square = x * x;
  if (square > 1500.0) {
    return 0.0;
  }
  double e = exp(-0.5 * square);
  return fma(e, -0.5 * fma(x, x, -square), e);
}

DEVICE double normal_pdf(double x) { return 0.3989422804014327 * exp_minus_half_square(x); }

DEVICE double normal_cdf(double x) {
  return x < -1.0 ? 0.5 * erfcx(-x / 1.4142135623730951) * exp_minus_half_square(x) : 0.5 * erfc(-x / 1.4142135623730951);
}

DEVICE double normal_log_cdf(double x) {
  if (x < -1.0) {
    return log(0.5 * erfcx(-x / 1.4142135623730951)) - 0.5 * x * x;
  }
  return x < 0.0 ? log(normal_cdf(x)) : log1p(-normal_cdf(-x));
}

// φ(x)/Φ(x).
DEVICE double inverse_mills_ratio(double x) {
  return x < 0.0 ? 0.7978845608028654 / erfcx(-x / 1.4142135623730951) : normal_pdf(x) / normal_cdf(x);
}

// The derivative of log Γ, x > 0: by its recurrence up to where the asymptotic series holds, and as Java has it near 0.
DEVICE double digamma(double x) {
  if (x <= 1e-5) {
    return -0.5772156649015329 - 1.0 / x;
  }
  double sum = 0.0;
  while (x < 12.0) {
    sum -= 1.0 / x;
    x += 1.0;
  }
  double s = 1.0 / (x * x);
  double series = s * (1.0 / 12 - s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132 - s * (691.0 / 32760 - s / 12.0))))));
  return sum + log(x) - 0.5 / x - series;
}

// log Γ(x) = (x − ½)·log x − x + ½·log 2π + δ(x), x ≥ 10.
DEVICE double stirling_rest(double x) {
  double s = 1.0 / (x * x);
  return (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s * (1.0 / 1188 - s * (691.0 / 360360 - s / 156.0)))))) / x;
}

// log Γ(a + b) − log Γ(b), b ≥ 10, without cancellation however large b.
DEVICE double log_gamma_step(double a, double b) {
  return (b - 0.5) * log1p(a / b) + a * (log(a + b) - 1.0) + stirling_rest(a + b) - stirling_rest(b);
}

// log Γ(y + r) − log Γ(r) − log y!, which does not cancel for large r or y.
DEVICE double log_binomial(double y, double r) {
  if (y == 0.0) {
    return 0.0;
  }
  if (r >= y + 1.0 && r >= 10.0) {
    return log_gamma_step(y, r) - lgamma(y + 1.0);
  }
  if (y + 1.0 >= 10.0) {
    return log_gamma_step(r - 1.0, y + 1.0) - lgamma(r);
  }
  return lgamma(y + r) - lgamma(r) - lgamma(y + 1.0);
}

// Keeps a link's argument where exp and Φ neither overflow nor vanish; equation L0.
DEVICE double soft_clip(double f, double limit) {
  double excess = fabs(f) - limit;
  return excess <= 0.0 ? f : copysign(limit + at_most(log1p(excess), 15.0), f);
}

DEVICE double soft_clip_slope(double f, double limit) {
  double excess = fabs(f) - limit;
  return excess <= 0.0 ? 1.0 : log1p(excess) < 15.0 ? 1.0 / (1.0 + excess) : 0.0;
}
