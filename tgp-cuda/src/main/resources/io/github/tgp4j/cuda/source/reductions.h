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

// out[i] += Σ_b partial[b][i], i < n: 32 neighbouring sums per block, eight threads each.
KERNEL BOUNDS(256) add_blocks(const double* RESTRICT partial, int blocks, long long n, double* RESTRICT out) {
  SHARED double parts[256];
  int width = WARP;
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
    if (part == 0 && i < n) {
      for (int other = 1; other < count; other++) {
        sum += parts[other * width + column];
      }
      out[i] += sum;
    }
    SYNCHRONISE();
  }
}
