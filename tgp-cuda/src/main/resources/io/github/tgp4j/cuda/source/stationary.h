// A covariance v·φ(−½|u − w|²), u = x/ℓ and w = z/ℓ, both from the first inducing input on, so that little cancels. A tile
// of rows is scaled once; on the way back a block takes CHUNK inputs.
KERNEL BOUNDS(BLOCK) cross_GROUP(const double* RESTRICT theta, const double* RESTRICT x, long long rows, const double* RESTRICT z, int m, int same,
    double* RESTRICT k) {
  SHARED double tile[TILE * D];
  SHARED double halves[TILE];
  const double* t = theta + AT;
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  int step = tile_rows(rows, TILE);
  double shape = SHAPES ? t[1 + D] : 0.0;
  double v = t[0];
  double own[D];
  double half = 0.0;
  for (int i = 0; i < D; i++) {
    own[i] = j < m ? (z[(long long)j * D + i] - z[i]) / t[1 + i] : 0.0;
    half -= 0.5 * own[i] * own[i];
  }
  for (long long from = blockIdx.x * (long long)step; from < rows; from += gridDim.x * (long long)step) {
    int count = rows - from < step ? (int)(rows - from) : step;
    for (int i = threadIdx.x; i < count * D; i += blockDim.x) {
      tile[i] = (x[from * D + i] - z[i % D]) / t[1 + i % D];
    }
    SYNCHRONISE();
    if (EXPONENTIAL) {
      for (int r = threadIdx.x; r < count; r += blockDim.x) {
        double sum = 0.0;
        for (int i = 0; i < D; i++) {
          sum -= 0.5 * tile[r * D + i] * tile[r * D + i];
        }
        halves[r] = sum;
      }
      SYNCHRONISE();
    }
    if (j < m) {
#pragma unroll 4
      for (int r = 0; r < count; r++) {
        double s = 0.0;
        if (EXPONENTIAL) { // −½|u − w|² = u·w − ½|u|² − ½|w|²
          for (int i = 0; i < D; i++) {
            s += tile[r * D + i] * own[i];
          }
          s += halves[r] + half;
        } else {
          for (int i = 0; i < D; i++) {
            double u = tile[r * D + i] - own[i];
            s -= 0.5 * u * u;
          }
        }
        k[(from + r) * m + j] = same && from + r == j ? v : PROFILE_value(v, shape, s);
      }
    }
    SYNCHRONISE();
  }
}
