// Twice: with MORE_ARGUMENTS, it also writes v̄·k, rows of scaledWidth, for the Gram matrix.
KERNEL BOUNDS(BLOCK) BACK_GROUP(const double* RESTRICT theta, const double* RESTRICT x, long long rows, const double* RESTRICT z, int m, int same,
    const double* RESTRICT k, const double* RESTRICT kBar, const double* RESTRICT p, const double* RESTRICT direction, const double* RESTRICT meanBar,
    const double* RESTRICT varianceBar, double* RESTRICT partialTheta, double* RESTRICT partialZ MORE_ARGUMENTS) {
  SHARED double tile[TILE * D];
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  int step = tile_rows(rows, TILE);
  double own[D];
  double zBar[D];
  double bar[PARAMETERS + 1] = {0.0};
  for (int i = 0; i < D; i++) {
    own[i] = j < m ? z[(long long)j * D + i] : 0.0;
    zBar[i] = 0.0;
  }
  double d = j < m && kBar == 0 ? direction[j] : 0.0;
  for (long long from = blockIdx.x * (long long)step; from < rows; from += gridDim.x * (long long)step) {
    int count = rows - from < step ? (int)(rows - from) : step;
    for (int i = threadIdx.x; i < count * D; i += blockDim.x) {
      tile[i] = x[from * D + i];
    }
    SYNCHRONISE();
    if (j < m) {
      for (int r = 0; r < count; r++) {
        long long row = from + r;
        double own_bar = kBar != 0 ? kBar[row * m + j] : meanBar[row] * d + 2.0 * varianceBar[row] * p[row * m + j];
        STORE_SCALED(row, varianceBar[row] * k[row * m + j]);
        COVARIANCE_back(theta + AT, tile + r * D, own, same && row == j, own_bar, bar, zBar);
      }
    }
    SYNCHRONISE();
  }
  for (int i = 0; j < m && i < D; i++) {
    partialZ[(blockIdx.x * (long long)m + j) * D + i] = same ? 2.0 * zBar[i] : zBar[i];
  }
  double* RESTRICT out = partialTheta + (blockIdx.y * (long long)gridDim.x + blockIdx.x) * PARAMETERS;
  for (int i = 0; i < PARAMETERS; i++) {
    double sum = block_sum(bar[i]);
    if (threadIdx.x == 0) {
      out[i] = sum;
    }
  }
}
