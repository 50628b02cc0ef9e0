// A covariance v·φ(−½|u − w|²), u = x/ℓ and w = z/ℓ: rows and inducing inputs are scaled once. On the way back a block takes CHUNK inputs.
KERNEL BOUNDS(BLOCK) cross_GROUP(const double* RESTRICT theta, const double* RESTRICT x, long long rows, const double* RESTRICT z, int m, int same,
    double* RESTRICT k) {
  SHARED double tile[TILE * D];
  const double* t = theta + AT;
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  double shape = SHAPES ? t[1 + D] : 0.0;
  double own[D];
  for (int i = 0; i < D; i++) {
    own[i] = j < m ? z[(long long)j * D + i] / t[1 + i] : 0.0;
  }
  for (long long from = blockIdx.x * (long long)TILE; from < rows; from += gridDim.x * (long long)TILE) {
    int count = rows - from < TILE ? (int)(rows - from) : TILE;
    for (int i = threadIdx.x; i < count * D; i += blockDim.x) {
      tile[i] = x[from * D + i] / t[1 + i % D];
    }
    SYNCHRONISE();
    if (j < m) {
      for (int r = 0; r < count; r++) {
        double square = 0.0;
        for (int i = 0; i < D; i++) {
          double u = tile[r * D + i] - own[i];
          square += u * u;
        }
        k[(from + r) * m + j] = same && from + r == j ? t[0] : PROFILE_value(t[0], shape, -0.5 * square);
      }
    }
    SYNCHRONISE();
  }
}

KERNEL BOUNDS(BLOCK) cross_back_GROUP(const double* RESTRICT theta, const double* RESTRICT x, long long rows, const double* RESTRICT z, int m, int same,
    const double* RESTRICT k, const double* RESTRICT kBar, const double* RESTRICT p, const double* RESTRICT direction, const double* RESTRICT meanBar,
    const double* RESTRICT varianceBar, double* RESTRICT partialTheta, double* RESTRICT partialZ) {
  SHARED double tile[TILE * D];
  const double* t = theta + AT;
  int first = D > CHUNK ? blockIdx.z * CHUNK : 0;
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  double shape = SHAPES ? t[1 + D] : 0.0;
  double own[D];
  for (int i = 0; i < D; i++) {
    own[i] = j < m ? z[(long long)j * D + i] / t[1 + i] : 0.0;
  }
  double zBar[CHUNK] = {0.0};
  double lengthBar[CHUNK] = {0.0};
  double scaleBar = 0.0;
  double shapeBar = 0.0;
  double d = j < m && kBar == 0 ? direction[j] : 0.0;
  for (long long from = blockIdx.x * (long long)TILE; from < rows; from += gridDim.x * (long long)TILE) {
    int count = rows - from < TILE ? (int)(rows - from) : TILE;
    for (int i = threadIdx.x; i < count * D; i += blockDim.x) {
      tile[i] = x[from * D + i] / t[1 + i % D];
    }
    SYNCHRONISE();
    if (j < m) {
      for (int r = 0; r < count; r++) {
        long long row = from + r;
        double own_bar = kBar != 0 ? kBar[row * m + j] : meanBar[row] * d + 2.0 * varianceBar[row] * p[row * m + j];
        double value = k[row * m + j];
        double square = 0.0;
        if (!EXPONENTIAL) {
          for (int i = 0; i < D; i++) {
            double u = tile[r * D + i] - own[i];
            square += u * u;
          }
        }
        double slope = own_bar * PROFILE_slope(shape, -0.5 * square, value);
        scaleBar += own_bar * value;
        if (SHAPES) {
          shapeBar += own_bar * PROFILE_shape(shape, -0.5 * square, value);
        }
        for (int i = 0; i < CHUNK; i++) {
          if (first + i < D) {
            double u = tile[r * D + first + i] - own[first + i];
            double both = slope * u;
            zBar[i] += both;
            lengthBar[i] += both * u;
          }
        }
      }
    }
    SYNCHRONISE();
  }
  double* RESTRICT out = partialTheta + (blockIdx.y * (long long)gridDim.x + blockIdx.x) * PARAMETERS;
  for (int i = 0; i < CHUNK; i++) {
    if (first + i < D) {
      double inverse = 1.0 / t[1 + first + i];
      if (j < m) {
        partialZ[(blockIdx.x * (long long)m + j) * D + first + i] = (same ? 2.0 : 1.0) * zBar[i] * inverse;
      }
      double sum = block_sum(lengthBar[i]);
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
