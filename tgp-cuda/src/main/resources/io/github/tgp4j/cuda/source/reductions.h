// Sums of partial sums, each in one order whatever the launch: out[places[c]] += Σ_b partial[b][c]; columns of no place are dropped.
KERNEL BOUNDS(BLOCK) add_partials(const double* RESTRICT partial, int blocks, int width, const int* RESTRICT places, double* RESTRICT out) {
  int c = blockIdx.x;
  double sum = 0.0;
  for (int b = threadIdx.x; b < blocks; b += blockDim.x) {
    sum += partial[(long long)b * width + c];
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0 && places[c] >= 0) {
    out[places[c]] += sum;
  }
}

// out[i] += Σ_b partial[b][i], i < n: a block of 256 threads has eight neighbouring sums at a time, 32 threads for each.
KERNEL BOUNDS(256) add_blocks(const double* RESTRICT partial, int blocks, long long n, double* RESTRICT out) {
  SHARED double parts[256];
  int width = WARP == 1 ? 1 : 8;
  int column = (int)threadIdx.x % width;
  int part = (int)threadIdx.x / width;
  int count = (int)blockDim.x / width;
  for (long long from = blockIdx.x * (long long)width; from < n; from += gridDim.x * (long long)width) {
    long long i = from + column;
    double sum = 0.0;
    for (int b = part; i < n && b < blocks; b += count) {
      sum += partial[b * n + i];
    }
    parts[threadIdx.x] = sum;
    SYNCHRONISE();
    for (int half = count / 2; half > 0; half /= 2) {
      if (part < half) {
        parts[threadIdx.x] += parts[threadIdx.x + half * width];
      }
      SYNCHRONISE();
    }
    if (part == 0 && i < n) {
      out[i] += parts[threadIdx.x];
    }
    SYNCHRONISE();
  }
}

// Rows that a block takes at a time: few where there are few, so that all multiprocessors have some.
DEVICE int tile_rows(long long rows, int most) {
  int step = rows <= 1024 ? 4 : rows <= 20000 ? 16 : 32;
  return step < most ? step : most;
}
