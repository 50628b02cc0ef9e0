// The kernels of one group of latents: covariance COVARIANCE with PARAMETERS values from place AT, D inputs, mean function
// MEAN with MEAN_PARAMETERS values. A thread owns an inducing input and goes through tiles of rows in shared memory.
KERNEL BOUNDS(BLOCK) marginals_GROUP(const double* RESTRICT theta, int meanAt, const double* RESTRICT x, long long rows,
    const double* RESTRICT h, const double* RESTRICT p, int m, const double* RESTRICT direction, double* RESTRICT mean, double* RESTRICT variance) {
  int lanes = WARP < 16 ? WARP : 16; // threads that share a row
  int lane = (int)threadIdx.x % lanes;
  long long tile = blockDim.x / lanes;
  for (long long from = blockIdx.x * tile; from < rows; from += gridDim.x * tile) {
    long long row = from + threadIdx.x / lanes;
    double first = 0.0;
    double second = 0.0;
    if (row < rows && h != 0) {
      for (int j = lane; j < m; j += lanes) {
        double value = h[row * m + j];
        first += value * direction[j];
        second += p == 0 ? 0.0 : value * p[row * m + j];
      }
    }
    first = lane_sum(first, lanes);
    second = lane_sum(second, lanes);
    if (row < rows && lane == 0) {
      mean[row] = MEAN_mean(D, theta + meanAt, x + row * D) + first;
      if (h == 0 || p != 0) {
        double prior = COVARIANCE_diagonal(theta + AT, x + row * D);
        variance[row] = at_least(prior + second, 1e-10 * prior);
      }
    }
  }
}

KERNEL BOUNDS(BLOCK) marginals_back_GROUP(const double* RESTRICT theta, int meanAt, const double* RESTRICT x, long long rows,
    const double* RESTRICT meanBar, const double* RESTRICT varianceBar, double* RESTRICT partial) {
  double bar[PARAMETERS + 1] = {0.0};
  double meanSums[MEAN_PARAMETERS + 1] = {0.0};
  for (long long row = blockIdx.x * (long long)blockDim.x + threadIdx.x; row < rows; row += gridDim.x * (long long)blockDim.x) {
    if (varianceBar != 0) {
      COVARIANCE_diagonal_back(theta + AT, x + row * D, varianceBar[row], bar);
    }
    MEAN_mean_back(D, x + row * D, meanBar[row], meanSums);
  }
  double* RESTRICT out = partial + blockIdx.x * (long long)(PARAMETERS + MEAN_PARAMETERS);
  for (int i = 0; i < PARAMETERS; i++) {
    double sum = block_sum(bar[i]);
    if (threadIdx.x == 0) {
      out[i] = sum;
    }
  }
  for (int i = 0; i < MEAN_PARAMETERS; i++) {
    double sum = block_sum(meanSums[i]);
    if (threadIdx.x == 0) {
      out[PARAMETERS + i] = sum;
    }
  }
}
