// Networks that read a row's flow values off its input; equations N1–N20 in docs/equations.md. A block takes one of the
// networks that stand side by side and goes through tiles of rows; its weights, and the units of a tile, lie in shared
// memory. Unit j of row r is at [j * row_stride(rows) + r]; weight (i, j) at [i * weight_stride(out) + j].
// Both strides are 4 more than a multiple of 16 (8 for tiles of 8 rows), so that a warp's reads meet no bank twice.
DEVICE int row_stride(int rows) { return rows + 4; }
DEVICE int weight_stride(int out) { return out < 4 ? out : (out + 11) / 16 * 16 + 4; }

// Random numbers by name, as io.github.tgp4j.network.Noise has them.
#define GOLDEN 0x9e3779b97f4a7c15ULL
typedef unsigned long long word64;
DEVICE word64 mixed(word64 z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}
DEVICE word64 random_bits(word64 key, word64 index) { return mixed(key + index * GOLDEN); }

// The key of one layer's numbers; noise = (seed, step).
DEVICE word64 noise_key(const long long* noise, long long sample, int layer) {
  word64 key = mixed((word64)noise[0] + GOLDEN);
  key = mixed(key ^ ((word64)noise[1] * GOLDEN));
  key = mixed(key + (word64)sample);
  return mixed(key + GOLDEN * (word64)(layer + 1));
}

// 64 decisions of dropout, each 1 with probability keep/2^16.
DEVICE word64 kept_units(word64 key, word64 index, int keep) {
  word64 r = 0;
  int digit = 0;
  while ((keep >> digit & 1) == 0) {
    digit++;
  }
  for (; digit < 16; digit++) {
    word64 w = random_bits(key, index * 16 + digit);
    r = (keep >> digit & 1) == 1 ? (w | r) : (w & r);
  }
  return r;
}

#define TO_UNIT 1.1102230246251565e-16
DEVICE double random_uniform(word64 key, word64 index) { return ((double)(random_bits(key, index) >> 11) + 0.5) * TO_UNIT; }

// |x| of a standard normal number where the first attempt is not under the inner edge of its layer.
DEVICE double rare_gaussian(const double* edge, const double* density, word64 key, int layer, double x) {
  word64 index = 1;
  for (;;) {
    if (layer == 0) {
      double y;
      do {
        x = -log(random_uniform(key, index)) / edge[1];
        y = -log(random_uniform(key, index + 1));
        index += 2;
      } while (y + y < x * x);
      return edge[1] + x;
    }
    double y = density[layer] + random_uniform(key, index++) * (density[layer + 1] - density[layer]);
    if (y < exp(-0.5 * x * x)) {
      return x;
    }
    word64 w = random_bits(key, index++);
    layer = (int)(w & 255);
    x = (double)(w >> 11) * TO_UNIT * edge[layer];
    if (x < edge[layer + 1]) {
      return x;
    }
  }
}

// Number `index` of a stream of standard normal numbers.
DEVICE double random_gaussian(const double* edge, const double* density, word64 key, word64 index) {
  word64 w = random_bits(key, index);
  int layer = (int)(w & 255);
  double x = (double)(w >> 11) * TO_UNIT * edge[layer];
  if (x >= edge[layer + 1]) {
    x = rare_gaussian(edge, density, w, layer, x);
  }
  return double_of(bits_of(x) | (long long)(w << 55 & 0x8000000000000000ULL));
}

// What far inputs count as.
DEVICE double near_input(double x, double reach) {
  double beyond = fabs(x) - reach;
  return beyond > 0.0 ? copysign(reach + log1p(beyond), x) : x;
}

// Hidden units: tanh (0) or a rectifier (1), and the slope read off a unit's value, which is 0 where it was dropped or shut.
DEVICE double unit_value(int relu, double z) { return relu ? at_least(z, 0.0) : tanh(z) + 9.332636185032189e-302; }
DEVICE double unit_slope(int relu, double h, double scale) {
  if (relu) {
    return at_most(h * 8.98846567431158e307, scale);
  }
  return at_most(fabs(h) * 8.98846567431158e307, 1.0) * (scale - h * h * (1.0 / scale));
}

// Weights of one network of a layer into shared memory; stretch: from one row of weights to the next.
DEVICE void load_weights(int in, int out, const double* weights, long long stretch, int squared, double* to) {
  for (int t = threadIdx.x; t < in * out; t += blockDim.x) {
    double w = weights[(t / out) * stretch + t % out];
    to[(t / out) * weight_stride(out) + t % out] = squared ? w * w : w;
  }
}

// Products of a tile go by blocks of eight units and all rows, a warp for each block, on the tensor cores: a warp multiplies
// 8 × 4 by 4 × 8 values at a time. Of a block's values a thread has OWN_UNITS units and OWN_ROWS rows of each; own_unit and
// own_row say which. Of a part of eight by eight weights it has OWN_WEIGHTS, own_high and own_wide. On the host one thread has
// everything; older cards multiply one by one.
// What is computed for units behind the last one nobody reads.
#define THREADS (WARP == 1 ? 1 : NETWORK_THREADS) // of a block; each kernel defines NETWORK_THREADS
#define WARPS (WARP == 1 ? 1 : NETWORK_THREADS / 32)
#define MOST_PARTS 100 // blocks of weights that a warp adds up at a time
#define QUARTERS (WARP == 1 ? 1 : 4) // threads that share a sum over units or rows
#if defined(__CUDACC_RTC__) || defined(__CUDACC__)
#define OWN_UNITS 1
#define OWN_ROWS(rows) ((rows) / 4)
#define OWN_WEIGHTS 2
DEVICE int own_unit(int u) { return threadIdx.x % 32 / 4; }
DEVICE int own_row(int e) { return e / 2 * 8 + threadIdx.x % 4 * 2 + e % 2; }
DEVICE int own_high(int e) { return threadIdx.x % 32 / 4; }
DEVICE int own_wide(int e) { return threadIdx.x % 4 * 2 + e; }
#else
#define OWN_UNITS 8
#define OWN_ROWS(rows) (rows)
#define OWN_WEIGHTS 64
DEVICE int own_unit(int u) { return u; }
DEVICE int own_row(int e) { return e; }
DEVICE int own_high(int e) { return e / 8; }
DEVICE int own_wide(int e) { return e % 8; }
#endif
#define OWN_VALUES(rows) (OWN_UNITS * OWN_ROWS(rows))

// Whether dropout keeps a unit, by the 64 decisions that it is one of; the device reads the half that it needs.
#if defined(__CUDACC_RTC__) || defined(__CUDACC__)
DEVICE int is_kept(const word64* words, int unit) { return ((const unsigned*)words)[unit % 64 / 32] >> unit % 32 & 1; }
#else
DEVICE int is_kept(const word64* words, int unit) { return words[0] >> unit % 64 & 1; }
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
DEVICE void multiply_add(double* c, double a, double b) {
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(c[0]), "+d"(c[1]) : "d"(a), "d"(b));
}

// Adds the products of four units with one weight each; rest: how many of the four there are.
DEVICE void four_units(int rows, int rest, const double* a, const double* w, int squared, double* z) {
  int there = threadIdx.x % 4 < rest;
  double weight = there ? *w : 0.0;
#pragma unroll
  for (int n = 0; n < rows / 8; n++) {
    double v = there ? a[8 * n] : 0.0;
    multiply_add(z + 2 * n, weight, squared ? v * v : v);
  }
}

// Of a·W, or of a²·W.
DEVICE void product_block(int rows, int in, int out, const double* a, const double* w, int squared, int block, double* z) {
  int high = threadIdx.x % 32 / 4;
  int third = threadIdx.x % 4;
  for (int e = 0; e < OWN_VALUES(rows); e++) {
    z[e] = 0.0;
  }
  a += third * row_stride(rows) + high;
  w += third * weight_stride(out) + 8 * block + high;
  int whole = in / 4 * 4;
#pragma unroll 4
  for (int k = 0; k < whole; k += 4) {
    four_units(rows, 4, a + k * row_stride(rows), w + k * weight_stride(out), squared, z);
  }
  if (whole < in) {
    four_units(rows, in - whole, a + whole * row_stride(rows), w + whole * weight_stride(out), squared, z);
  }
}

// Of bar·Wᵀ.
DEVICE void input_block(int rows, int in, int out, const double* bar, const double* w, int block, double* z) {
  int high = threadIdx.x % 32 / 4;
  int third = threadIdx.x % 4;
  for (int e = 0; e < OWN_VALUES(rows); e++) {
    z[e] = 0.0;
  }
  bar += third * row_stride(rows) + high;
  w += (8 * block + high < in ? 8 * block + high : in - 1) * weight_stride(out) + third;
  int whole = out / 4 * 4;
#pragma unroll 4
  for (int j = 0; j < whole; j += 4) {
    four_units(rows, 4, bar + j * row_stride(rows), w + j, 0, z);
  }
  if (whole < out) {
    four_units(rows, out - whole, bar + whole * row_stride(rows), w + whole, 0, z);
  }
}

// Adds aᵀ·b of a tile of rows for `parts` times eight units of a, `warps` blocks apart, and all units of b; squared: 1 for a², 2 for b².
DEVICE void outer_blocks(int parts, int warps, int rows, int highs, int wides, const double* a, const double* b, int squared, double* sums) {
  int high = threadIdx.x % 32 / 4;
  int third = threadIdx.x % 4;
  int own = (wides + 7) / 8;
#pragma unroll 2
  for (int r = third; r < rows; r += 4) {
    double v[MOST_PARTS];
#pragma unroll
    for (int q = 0; q < parts; q++) {
      int i = 8 * (threadIdx.x / 32 + q * warps) + high;
      v[q] = a[(i < highs ? i : highs - 1) * row_stride(rows) + r];
      v[q] = squared == 1 ? v[q] * v[q] : v[q];
    }
#pragma unroll
    for (int n = 0; n < own; n++) {
      int j = 8 * n + high < wides ? 8 * n + high : wides - 1;
      double w = b[j * row_stride(rows) + r];
      w = squared == 2 ? w * w : w;
#pragma unroll
      for (int q = 0; q < parts; q++) {
        multiply_add(sums + 2 * (q * own + n), v[q], w);
      }
    }
  }
}
#else // the same without tensor cores that multiply doubles, and on the host
DEVICE void product_block(int rows, int in, int out, const double* a, const double* w, int squared, int block, double* z) {
  for (int e = 0; e < OWN_VALUES(rows); e++) {
    z[e] = 0.0;
    int j = 8 * block + own_unit(e / OWN_ROWS(rows));
    for (int k = 0; j < out && k < in; k++) {
      double v = a[k * row_stride(rows) + own_row(e % OWN_ROWS(rows))];
      z[e] += w[k * weight_stride(out) + j] * (squared ? v * v : v);
    }
  }
}
DEVICE void input_block(int rows, int in, int out, const double* bar, const double* w, int block, double* z) {
  for (int e = 0; e < OWN_VALUES(rows); e++) {
    z[e] = 0.0;
    int i = 8 * block + own_unit(e / OWN_ROWS(rows));
    for (int j = 0; i < in && j < out; j++) {
      z[e] += w[i * weight_stride(out) + j] * bar[j * row_stride(rows) + own_row(e % OWN_ROWS(rows))];
    }
  }
}
DEVICE void outer_blocks(int parts, int warps, int rows, int highs, int wides, const double* a, const double* b, int squared, double* sums) {
  int all = (wides + 7) / 8 * OWN_WEIGHTS;
  for (int e = 0; e < parts * all; e++) {
    int i = 8 * (threadIdx.x / WARP + e / all * warps) + own_high(e % OWN_WEIGHTS);
    int j = 8 * (e % all / OWN_WEIGHTS) + own_wide(e % OWN_WEIGHTS);
    for (int r = 0; i < highs && j < wides && r < rows; r++) {
      double v = a[i * row_stride(rows) + r];
      double w = b[j * row_stride(rows) + r];
      sums[e] += (squared == 1 ? v * v : v) * (squared == 2 ? w * w : w);
    }
  }
}
#endif
