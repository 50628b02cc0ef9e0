KERNEL BOUNDS(BLOCK) cross_GROUP(const double* RESTRICT theta, const double* RESTRICT x, long long rows, const double* RESTRICT z, int m, int same,
    double* RESTRICT k) {
  SHARED double tile[TILE * D];
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  int step = tile_rows(rows, TILE);
  double own[D];
  for (int i = 0; i < D; i++) {
    own[i] = j < m ? z[(long long)j * D + i] : 0.0;
  }
  for (long long from = blockIdx.x * (long long)step; from < rows; from += gridDim.x * (long long)step) {
    int count = rows - from < step ? (int)(rows - from) : step;
    for (int i = threadIdx.x; i < count * D; i += blockDim.x) {
      tile[i] = x[from * D + i];
    }
    SYNCHRONISE();
    if (j < m) {
      for (int r = 0; r < count; r++) {
        k[(from + r) * m + j] = COVARIANCE_value(theta + AT, tile + r * D, own, same && from + r == j);
      }
    }
    SYNCHRONISE();
  }
}
