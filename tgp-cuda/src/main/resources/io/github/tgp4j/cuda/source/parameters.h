// Parameters that stay on the device: constraints (equations P1–P6), priors (P7–P9) and Adam (T1) in docs/equations.md.
// A table says what each of n values is: whole = [constraint, length of a run, prior, prior as a weight][n],
// real = [lower, upper, a, b, log normaliser of the prior, precision of the weight][n].
#define REAL_VALUE 0
#define POSITIVE_VALUE 1
#define LOG_POSITIVE_VALUE 2
#define INTERVAL_VALUE 3
#define ORDERED_FIRST 4
#define ORDERED_REST 5
#define EXPONENTIAL_VALUE 6

// A value from its free one.
DEVICE double constrained(int kind, double lower, double upper, double free) {
  switch (kind) {
    case POSITIVE_VALUE:
      return at_least(softplus(free), LEAST_NORMAL);
    case LOG_POSITIVE_VALUE:
      return at_most(at_least(exp(free), LEAST_NORMAL), LARGEST_DOUBLE);
    case INTERVAL_VALUE:
      return at_most(at_least(lower + (upper - lower) * sigmoid(free), nextafter(lower, upper)), nextafter(upper, lower));
    case EXPONENTIAL_VALUE:
      return exp(free);
    default:
      return free;
  }
}

// Its derivative.
DEVICE double constrained_slope(int kind, double lower, double upper, double free, double value) {
  switch (kind) {
    case POSITIVE_VALUE:
      return sigmoid(free);
    case LOG_POSITIVE_VALUE:
    case EXPONENTIAL_VALUE:
      return value;
    case INTERVAL_VALUE:
      return (upper - lower) * sigmoid(free) * sigmoid(-free);
    default:
      return 1.0;
  }
}

// Values of one place, or of the run that starts there.
DEVICE void constrain_at(const int* whole, const double* real, int n, int i, const double* free, double* value) {
  int kind = whole[i];
  if (kind == ORDERED_REST) {
    return;
  }
  value[i] = constrained(kind, real[i], real[n + i], free[i]);
  for (int k = i + 1; kind == ORDERED_FIRST && k < i + whole[n + i]; k++) {
    value[k] = value[k - 1] + softplus(free[k]);
  }
}

KERNEL BOUNDS(BLOCK) constrain(const int* RESTRICT whole, const double* RESTRICT real, int n, const double* RESTRICT free, double* RESTRICT value) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    constrain_at(whole, real, n, i, free, value);
  }
}

// One value moves up its gradient. settings = (rate, ε, most that a squared gradient may be of the second moment).
DEVICE void adam_move(const double* settings, double share, double gradient, double* free, double* first, double* second) {
  double g = gradient;
  double most = settings[2] * *second;
  if (g * g > most && most > 0.0) {
    g = copysign(sqrt(most), g);
  }
  *first = 0.9 * *first + (1.0 - 0.9) * g;
  *second = 0.999 * *second + (1.0 - 0.999) * g * g;
  *free += settings[0] * share * *first / (sqrt(*second) + settings[1]);
}

// share = of the rate, for every value; 0 holds it, its moments too.
KERNEL BOUNDS(BLOCK) adam_step(const int* RESTRICT whole, const double* RESTRICT real, int n, const double* RESTRICT share, const double* RESTRICT settings,
    const double* RESTRICT thetaBar, double* RESTRICT free, double* RESTRICT value, double* RESTRICT first, double* RESTRICT second) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int kind = whole[i];
    if (kind == ORDERED_REST || !(share[i] > 0.0)) {
      continue;
    }
    if (kind == ORDERED_FIRST) {
      double tail = 0.0; // every later value moves with a free one
      for (int k = i + whole[n + i] - 1; k >= i; k--) {
        tail += thetaBar[k];
        adam_move(settings, share[i], k == i ? tail : tail * sigmoid(free[k]), free + k, first + k, second + k);
      }
    } else {
      double slope = constrained_slope(kind, real[i], real[n + i], free[i], value[i]);
      adam_move(settings, share[i], thetaBar[i] * slope, free + i, first + i, second + i);
    }
    constrain_at(whole, real, n, i, free, value);
  }
}

// Adds to θ̄ the derivative of the log priors of values and of networks' weights; partial[block] is their share of the bound.
KERNEL BOUNDS(BLOCK) log_prior(const int* RESTRICT whole, const double* RESTRICT real, int n, const double* RESTRICT value, double* RESTRICT thetaBar,
    double* RESTRICT partial) {
  double sum = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double v = value[i];
    double a = real[2 * n + i];
    double b = real[3 * n + i];
    double bar = 0.0;
    switch (whole[2 * n + i]) {
      case 1: { // normal(mean a, deviation b)
        double d = (v - a) / b;
        sum += real[4 * n + i] - 0.5 * d * d;
        bar += (a - v) / (b * b);
        break;
      }
      case 2: { // lognormal(a, b)
        double l = log(v);
        double d = (l - a) / b;
        sum += real[4 * n + i] - 0.5 * d * d - l;
        bar += ((a - l) / (b * b) - 1.0) / v;
        break;
      }
      case 3: // gamma(shape a, rate b)
        sum += real[4 * n + i] + (a - 1.0) * log(v) - b * v;
        bar += (a - 1.0) / v - b;
        break;
      default:
        break;
    }
    double lambda = real[5 * n + i];
    if (whole[3 * n + i] > 0) { // a weight, or the mean of a Gaussian one
      sum -= 0.5 * lambda * v * v;
      bar -= lambda * v;
    }
    if (whole[3 * n + i] == 2) { // the deviation of a Gaussian one
      sum += 0.5 + 0.5 * log(lambda) + log(v);
      bar += 1.0 / v;
    }
    if (bar != 0.0) {
      thetaBar[i] += bar;
    }
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
  }
}
