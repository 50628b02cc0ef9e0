#define TOGETHER 4 // rows whose loads a thread has on their way at a time
// Twice: with MORE_ARGUMENTS, it also writes v̄·k, rows of scaledWidth, for the Gram matrix.
// With s = k̄·dk/dt of a pair: w̄ = Σ_n s·(u − w) and ℓ̄ = Σ_n s·(u − w)²/ℓ, from Σ s, Σ s·u and Σ s·u².
KERNEL BOUNDS(BLOCK) BACK_GROUP(const double* RESTRICT theta, const double* RESTRICT x, long long rows, const double* RESTRICT z, int m, int same,
    const double* RESTRICT k, const double* RESTRICT kBar, const double* RESTRICT p, const double* RESTRICT direction, const double* RESTRICT meanBar,
    const double* RESTRICT varianceBar, double* RESTRICT partialTheta, double* RESTRICT partialZ MORE_ARGUMENTS) {
  SHARED double tile[TILE * D];
  SHARED double bars[2 * TILE];
  const double* t = theta + AT;
  int first = D > CHUNK ? blockIdx.z * CHUNK : 0;
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  int step = tile_rows(rows, TILE);
  double shape = SHAPES ? t[1 + D] : 0.0;
  double own[D];
  for (int i = 0; i < D; i++) {
    own[i] = j < m ? (z[(long long)j * D + i] - z[i]) / t[1 + i] : 0.0;
  }
  double sums[CHUNK] = {0.0};
  double seconds[CHUNK] = {0.0};
  double total = 0.0;
  double scaleBar = 0.0;
  double shapeBar = 0.0;
  double d = j < m && kBar == 0 ? direction[j] : 0.0;
  for (long long from = blockIdx.x * (long long)step; from < rows; from += gridDim.x * (long long)step) {
    int count = rows - from < step ? (int)(rows - from) : step;
    for (int i = threadIdx.x; i < step * D; i += blockDim.x) { // beyond the last row: 0
      tile[i] = i < count * D ? (x[from * D + i] - z[i % D]) / t[1 + i % D] : 0.0;
    }
    if (kBar == 0) {
      for (int r = threadIdx.x; r < step; r += blockDim.x) {
        bars[r] = r < count ? meanBar[from + r] : 0.0;
        bars[TILE + r] = r < count ? 2.0 * varianceBar[from + r] : 0.0;
      }
    }
    SYNCHRONISE();
    if (j < m) {
      for (int r0 = 0; r0 < count; r0 += TOGETHER) {
        double value[TOGETHER];
        double own_bar[TOGETHER];
#pragma unroll
        for (int q = 0; q < TOGETHER; q++) { // all loads first
          int r = r0 + q;
          long long at = (from + (r < count ? r : 0)) * m + j;
          value[q] = k[at];
          own_bar[q] = kBar != 0 ? kBar[at] : p[at];
        }
#pragma unroll
        for (int q = 0; q < TOGETHER; q++) {
          int r = r0 + q < step ? r0 + q : 0;
          double bar = kBar != 0 ? own_bar[q] : bars[r] * d + bars[TILE + r] * own_bar[q];
          bar = r0 + q < count ? bar : 0.0;
          if (first == 0 && r0 + q < count) {
            STORE_SCALED(from + r0 + q, 0.5 * bars[TILE + r] * value[q]);
          }
          double s = 0.0;
          if (!EXPONENTIAL) {
            for (int i = 0; i < D; i++) {
              double u = tile[r * D + i] - own[i];
              s -= 0.5 * u * u;
            }
          }
          double slope = bar * PROFILE_slope(shape, s, value[q]);
          if (EXPONENTIAL) {
            scaleBar += slope;
          } else {
            scaleBar += bar * value[q];
          }
          if (SHAPES) {
            shapeBar += bar * PROFILE_shape(shape, s, value[q]);
          }
          total += slope;
          double u[CHUNK];
          if (D == CHUNK && D % 2 == 0) {
            load_pairs(CHUNK, tile + r * D, u);
          } else {
            for (int i = 0; i < CHUNK; i++) {
              u[i] = first + i < D ? tile[r * D + first + i] : 0.0;
            }
          }
          for (int i = 0; i < CHUNK; i++) {
            double both = slope * u[i];
            sums[i] += both;
            seconds[i] += both * u[i];
          }
        }
      }
    }
    SYNCHRONISE();
  }
  double* RESTRICT out = partialTheta + (blockIdx.y * (long long)gridDim.x + blockIdx.x) * PARAMETERS;
  for (int i = 0; i < CHUNK; i++) {
    if (first + i < D) {
      double w = own[first + i];
      double inverse = 1.0 / t[1 + first + i];
      if (j < m) {
        partialZ[(blockIdx.x * (long long)m + j) * D + first + i] = (same ? 2.0 : 1.0) * (sums[i] - total * w) * inverse;
      }
      double sum = block_sum(seconds[i] + w * (total * w - 2.0 * sums[i]));
      if (threadIdx.x == 0) {
        out[1 + first + i] = sum * inverse;
      }
    }
  }
  if (first == 0) {
    double sum = block_sum(scaleBar);
    double other = SHAPES ? block_sum(shapeBar) : 0.0;
    if (threadIdx.x == 0) {
      out[0] = sum / t[0];
      if (SHAPES) {
        out[1 + D] = other;
      }
    }
  }
}
#undef TOGETHER
