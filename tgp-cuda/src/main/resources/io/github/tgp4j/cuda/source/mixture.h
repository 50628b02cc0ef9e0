// The predictive mixture of a row whose noise is Gaussian: components f of nodes × draws; equations R1–R3 in docs/equations.md.
// A block has one row at a time, and component (s, d) of node s and draw d lies at [s * draws + d] of its shared memory.

// Sums over the threads of a block in a fixed order; every thread gets them. n ≤ 5.
DEVICE void all_sums(int n, double* x) {
  SHARED double warps[5 * (BLOCK / 32)];
  SYNCHRONISE(); // what was there is read
  for (int k = 0; k < n; k++) {
    double sum = lane_sum(x[k], WARP);
    if (threadIdx.x % WARP == 0) {
      warps[k * (BLOCK / 32) + threadIdx.x / WARP] = sum;
    }
  }
  SYNCHRONISE();
  for (int k = 0; k < n; k++) {
    x[k] = warps[k * (BLOCK / 32)];
    for (int w = 1; w < (int)blockDim.x / WARP; w++) {
      x[k] += warps[k * (BLOCK / 32) + w];
    }
  }
}

DEVICE double all_most(double x) {
  SHARED double warps[BLOCK / 32];
  SYNCHRONISE();
  double most = lane_most(x, WARP);
  if (threadIdx.x % WARP == 0) {
    warps[threadIdx.x / WARP] = most;
  }
  SYNCHRONISE();
  most = warps[0];
  for (int w = 1; w < (int)blockDim.x / WARP; w++) {
    most = most < warps[w] ? warps[w] : most;
  }
  return most;
}

typedef struct {
  int n;                 // components
  int draws;             // of the flow, for each node
  const double* f;       // components
  const float* near;     // (f − mean)/noise
  const double* weights; // of the nodes
  double noise;          // its standard deviation
  double mean;           // of the mixture
  double deviation;      // of the mixture
} mixture;

// A thread's components, one after the other, with the node of each.
#define EACH_COMPONENT(m, c, s)                                                                                  \
  for (int c = threadIdx.x, s = c / (m)->draws, rest = c % (m)->draws; c < (m)->n;                               \
       c += blockDim.x, rest += blockDim.x % (m)->draws, s += blockDim.x / (m)->draws + (rest >= (m)->draws),    \
           rest -= rest >= (m)->draws ? (m)->draws : 0)

// F(t) and its slope.
DEVICE void mixture_cdf(const mixture* m, double t, double* cdf, double* slope) {
  double sums[2] = {0.0, 0.0};
  double each = 1.0 / m->noise;
#pragma unroll 2
  EACH_COMPONENT(m, c, s) {
    double z = (t - m->f[c]) * each;
    double e = exp(-0.5 * z * z);
    double tail = 0.5 * e * erfcx(fabs(z) * 0.7071067811865476);
    sums[0] += m->weights[s] * (z < 0.0 ? tail : 1.0 - tail);
    sums[1] += m->weights[s] * e;
  }
  all_sums(2, sums);
  *cdf = at_most(at_least(sums[0] / m->draws, 0.0), 1.0);
  *slope = sums[1] * 0.3989422804014327 * each / m->draws;
}

#if defined(__CUDACC_RTC__) || defined(__CUDACC__)
DEVICE float rough_exp(float x) { return __expf(x); }
DEVICE float rough_quotient(float x, float y) { return __fdividef(x, y); }
#else
DEVICE float rough_exp(float x) { return expf(x); }
DEVICE float rough_quotient(float x, float y) { return x / y; }
#endif

// The same to six digits or so, at mean + t·noise: Φ by the rational approximation of Hastings (1955).
DEVICE void rough_cdf(const mixture* m, float t, double* cdf, double* slope) {
  float whole = 0.0f, density = 0.0f;
#pragma unroll 4
  EACH_COMPONENT(m, c, s) {
    float z = t - m->near[c];
    float far = fabsf(z);
    float e = 0.3989423f * rough_exp(-0.5f * z * z);
    float k = rough_quotient(1.0f, 1.0f + 0.2316419f * far);
    float tail = e * k * (0.31938153f + k * (-0.35656378f + k * (1.7814779f + k * (-1.8212560f + k * 1.3302744f))));
    float w = (float)m->weights[s];
    whole += w * (z < 0.0f ? tail : 1.0f - tail);
    density += w * e;
  }
  double sums[2];
  sums[0] = whole;
  sums[1] = density;
  all_sums(2, sums);
  *cdf = sums[0] / m->draws;
  *slope = sums[1] / m->draws;
}

// Where the search for the quantile of a level begins: Newton's method in single precision from a Gaussian's quantile.
DEVICE double rough_quantile(const mixture* m, double p, double score) {
  double reach = m->deviation / m->noise;
  double t = reach * score;
  for (int i = 0; i < 10; i++) {
    double cdf, slope;
    rough_cdf(m, (float)t, &cdf, &slope);
    double step = (cdf - p) / slope;
    t -= fabs(step) <= reach ? step : copysign(reach, cdf - p);
    if (fabs(cdf - p) <= 2e-4 * at_most(p, 1.0 - p)) {
      break; // what the last step leaves is the square of that, or what single precision leaves
    }
  }
  return m->mean + m->noise * t;
}

DEVICE double middle_of(double low, double high) {
  double middle = sinh(0.5 * (asinh(low) + asinh(high)));
  return middle > low && middle < high ? middle : 0.5 * low + 0.5 * high;
}

// The t with F(t) = p as io.github.tgp4j.mixture.QuantileSearch finds it, from a better start; NaN where it does not.
DEVICE double mixture_quantile(const mixture* m, double p, double score) {
  double low = -LARGEST_DOUBLE, high = LARGEST_DOUBLE;
  double reach = m->deviation;
  double close = at_least(1e-6 * at_most(p, 1.0 - p), 1e-15);
  double last = INFINITE;
  int doublings = 0;
  double t = rough_quantile(m, p, score);
  for (int i = 0; i < 60; i++) {
    double cdf, slope;
    mixture_cdf(m, t, &cdf, &slope);
    double excess = cdf - p;
    if (excess < 0.0) {
      low = t;
    } else if (excess > 0.0) {
      high = t;
    } else {
      return excess == 0.0 ? t : excess;
    }
    int quick = fabs(excess) <= 0.5 * last;
    last = fabs(excess);
    double next = t - excess / slope;
    int open = low == -LARGEST_DOUBLE || high == LARGEST_DOUBLE;
    int fits = next > low && next < high && !(open && fabs(next - t) > reach);
    if (fits && last <= close) {
      return next;
    }
    if (!(fits && quick)) {
      next = excess - excess + INFINITE;
      if (open && doublings++ < 8) {
        next = excess < 0.0 ? t + reach : t - reach;
        reach *= 2.0;
      }
      if (!(next > low && next < high)) {
        next = middle_of(low, high);
      }
    }
    if (!(next > low && next < high)) {
      return high; // two neighbours among the doubles
    }
    t = next;
  }
  return INFINITE - INFINITE;
}

// log p(t).
DEVICE double mixture_log_density(const mixture* m, double t) {
  double least = INFINITE;
  EACH_COMPONENT(m, c, s) {
    double z = (t - m->f[c]) / m->noise;
    least = at_most(least, z * z);
  }
  least = -all_most(-least);
  double sum = 0.0;
  EACH_COMPONENT(m, c, s) {
    double z = (t - m->f[c]) / m->noise;
    sum += m->weights[s] * exp(0.5 * (least - z * z));
  }
  all_sums(1, &sum);
  return log(sum / m->draws) - 0.5 * least - log(m->noise) - 0.9189385332046727;
}

// Whether the grid resolves the mixture, as io.github.tgp4j.mixture.PredictiveGrids says; sets mean and deviation.
// grid: nodes, weights, and the weights of every other node's grid, 0 between; settings: mostGap, inner, mostChange.
DEVICE int is_resolved(mixture* m, const double* grid, int nodes, const double* settings) {
  double square = m->noise * m->noise;
  double origin = m->f[nodes / 2 * m->draws];
  double sums[5] = {0.0, 0.0, 0.0, 0.0, 0.0};
  EACH_COMPONENT(m, c, s) {
    double f = m->f[c] - origin;
    sums[0] += grid[nodes + s] * f;
    sums[1] += grid[nodes + s] * f * f;
    sums[2] += grid[2 * nodes + s] * f;
    sums[3] += grid[2 * nodes + s] * f * f;
    if (s > 0 && fabs(grid[s]) < settings[1]) {
      double gap = m->f[c] - m->f[c - m->draws];
      sums[4] += gap * gap <= settings[0] * square ? 0.0 : 1.0;
    }
  }
  all_sums(5, sums);
  double first = sums[0] / m->draws;
  double variance = sums[1] / m->draws - first * first + square;
  m->mean = origin + first;
  m->deviation = sqrt(variance);
  if (!(variance > 0.0 && variance < INFINITE)) {
    return 0; // for the processor to say why
  }
  return sums[4] == 0.0 && fabs(sums[0] - sums[2]) <= settings[2] * m->draws * m->deviation &&
      fabs(sums[1] - sums[3]) <= settings[2] * m->draws * variance;
}

// What is asked of a row: 1 where it is answered, mean, deviation, a quantile for every level, log density and F at the
// target where there is one. scores: the levels, then Φ⁻¹ of them. Answers lie `stride` apart.
DEVICE void answer_row(mixture* m, int levels, const double* scores, const double* target, long long stride, double* out) {
  int found = 1;
  int writes = threadIdx.x == 0;
  for (int k = 0; k < levels; k++) {
    double q = mixture_quantile(m, scores[k], scores[levels + k]);
    found = found && fabs(q) < INFINITE;
    if (writes) {
      out[(3 + k) * stride] = q;
    }
  }
  if (target != 0) {
    double cdf, slope;
    double log = mixture_log_density(m, *target);
    mixture_cdf(m, *target, &cdf, &slope);
    if (writes) {
      out[(3 + levels) * stride] = log;
      out[(4 + levels) * stride] = cdf;
    }
  }
  if (writes) {
    out[0] = found;
    out[stride] = m->mean;
    out[2 * stride] = m->deviation;
  }
}
