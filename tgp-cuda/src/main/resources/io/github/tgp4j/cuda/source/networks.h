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

// |x| of a standard normal number where the first attempt is not under the inner edge of its layer. Not inlined: a thread draws
// many numbers at a time, and this in all their places is more text than the device keeps at hand.
APART double rare_gaussian(const double* edge, const double* density, word64 key, int layer, double x) {
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

// Products of a tile go by blocks of sixteen units and all rows, a warp for each block, on the tensor cores: a warp multiplies
// 16 × 4 by 4 × 8 values at a time. Of a block's values a thread has OWN_UNITS units and OWN_ROWS rows of each; own_unit and
// own_row say which. Of a part of sixteen by eight weights it has OWN_WEIGHTS, own_high and own_wide. On the host one thread has
// everything; cards without such products multiply eight by eight values, or one by one.
// What is computed for units behind the last one nobody reads; weights of it are whatever stands behind those that there are.
#define HIGH 16 // units of a block
#define WIDE 8 // rows, or weights, that are multiplied with them at a time
#define THREADS (WARP == 1 ? 1 : BLOCK) // of a block
#define WARPS (WARP == 1 ? 1 : BLOCK / 32)
#define MOST_PARTS 100 // blocks of weights that a warp adds up at a time
#define QUARTERS (WARP == 1 ? 1 : 4) // threads that share a sum over units or rows
#if defined(__CUDACC_RTC__) || defined(__CUDACC__)
#define OWN_UNITS 2
#define OWN_ROWS(rows) ((rows) / 4)
#define OWN_WEIGHTS 4
DEVICE int own_unit(int u) { return threadIdx.x % 32 / 4 + 8 * u; }
DEVICE int own_row(int e) { return e / 2 * 8 + threadIdx.x % 4 * 2 + e % 2; }
DEVICE int own_high(int e) { return threadIdx.x % 32 / 4 + e / 2 * 8; }
DEVICE int own_wide(int e) { return threadIdx.x % 4 * 2 + e % 2; }
#else
#define OWN_UNITS HIGH
#define OWN_ROWS(rows) (rows)
#define OWN_WEIGHTS (HIGH * WIDE)
DEVICE int own_unit(int u) { return u; }
DEVICE int own_row(int e) { return e; }
DEVICE int own_high(int e) { return e / WIDE; }
DEVICE int own_wide(int e) { return e % WIDE; }
#endif
#define OWN_VALUES(rows) (OWN_UNITS * OWN_ROWS(rows))

// Whether dropout keeps a unit, by the 64 decisions that it is one of; the device reads the half that it needs.
#if defined(__CUDACC_RTC__) || defined(__CUDACC__)
DEVICE int is_kept(const word64* words, int unit) { return ((const unsigned*)words)[unit % 64 / 32] >> unit % 32 & 1; }
#else
DEVICE int is_kept(const word64* words, int unit) { return words[0] >> unit % 64 & 1; }
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
// Adds 16 × 4n times 4n × 8 values, n = 1 or DEPTH: to two of the first eight rows of the result (c), and to two of the others (d).
// a has two values for every four units of the sum, b one.
#define DEPTH 2
DEVICE void multiply_add(int n, double* c, double* d, const double* a, const double* b) {
#if __CUDA_ARCH__ >= 900
  if (n == 4) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(d[0]), "+d"(d[1])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
  } else if (n == 2) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(d[0]), "+d"(d[1]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
  } else {
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(d[0]), "+d"(d[1]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
  }
#else
#pragma unroll
  for (int k = 0; k < n; k++) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(c[0]), "+d"(c[1]) : "d"(a[2 * k]), "d"(b[k]));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(d[0]), "+d"(d[1]) : "d"(a[2 * k + 1]), "d"(b[k]));
  }
#endif
}

// Adds the products of n times four units with two weights each; rest: how many of the last four there are.
// far: from the first weight to the second; next: from a weight to that of the fourth unit on.
DEVICE void some_units(int n, int rows, int rest, const double* a, const double* w, int far, int next, int squared, double* z) {
  int there = threadIdx.x % 4 < rest;
  double weights[2 * DEPTH], v[DEPTH];
#pragma unroll
  for (int k = 0; k < n; k++) {
    weights[2 * k] = there ? w[k * next] : 0.0;
    weights[2 * k + 1] = there ? w[k * next + far] : 0.0;
  }
#pragma unroll
  for (int i = 0; i < rows / WIDE; i++) {
#pragma unroll
    for (int k = 0; k < n; k++) {
      v[k] = there ? a[4 * k * row_stride(rows) + WIDE * i] : 0.0;
      v[k] = squared ? v[k] * v[k] : v[k];
    }
    multiply_add(n, z + 2 * i, z + OWN_ROWS(rows) + 2 * i, weights, v);
  }
}

// The same of all units.
DEVICE void all_units(int units, int rows, const double* a, const double* w, int far, int next, int squared, double* z) {
#pragma unroll
  for (int e = 0; e < OWN_VALUES(rows); e++) {
    z[e] = 0.0;
  }
  int k = 0;
#pragma unroll
  for (; k + 4 * DEPTH <= units; k += 4 * DEPTH) {
    some_units(DEPTH, rows, 4, a + k * row_stride(rows), w + k / 4 * next, far, next, squared, z);
  }
#pragma unroll
  for (; k + 4 <= units; k += 4) {
    some_units(1, rows, 4, a + k * row_stride(rows), w + k / 4 * next, far, next, squared, z);
  }
  if (k < units) {
    some_units(1, rows, units - k, a + k * row_stride(rows), w + k / 4 * next, far, next, squared, z);
  }
}

// Of a·W, or of a²·W.
DEVICE void product_block(int rows, int in, int out, const double* a, const double* w, int squared, int block, double* z) {
  int high = threadIdx.x % 32 / 4;
  int third = threadIdx.x % 4;
  w += third * weight_stride(out) + HIGH * block + high;
  all_units(in, rows, a + third * row_stride(rows) + high, w, 8, 4 * weight_stride(out), squared, z);
}

// Of bar·Wᵀ.
DEVICE void input_block(int rows, int in, int out, const double* bar, const double* w, int block, double* z) {
  int high = threadIdx.x % 32 / 4;
  int third = threadIdx.x % 4;
  int first = HIGH * block + high < in ? HIGH * block + high : in - 1;
  int second = first + 8 < in ? first + 8 : in - 1;
  w += first * weight_stride(out) + third;
  all_units(out, rows, bar + third * row_stride(rows) + high, w, (second - first) * weight_stride(out), 4, 0, z);
}

// Adds aᵀ·b of a tile of rows for `parts` times sixteen units of a, `warps` blocks apart, and all units of b; squared: 1 for a², 2 for b².
DEVICE void outer_blocks(int parts, int warps, int rows, int highs, int wides, const double* a, const double* b, int squared, double* sums) {
  int high = threadIdx.x % 32 / 4;
  int own = (wides + WIDE - 1) / WIDE;
  int depth = rows < 4 * DEPTH ? 1 : DEPTH;
#pragma unroll 1
  for (int r = threadIdx.x % 4; r < rows; r += 4 * depth) {
    double v[2 * DEPTH * MOST_PARTS], w[DEPTH];
#pragma unroll
    for (int e = 0; e < 2 * depth * parts; e++) { // part, four rows, first or second eight
      int i = HIGH * (threadIdx.x / 32 + e / (2 * depth) * warps) + high + e % 2 * 8;
      v[e] = a[(i < highs ? i : highs - 1) * row_stride(rows) + r + e % (2 * depth) / 2 * 4];
      v[e] = squared == 1 ? v[e] * v[e] : v[e];
    }
#pragma unroll
    for (int n = 0; n < own; n++) {
      int j = WIDE * n + high < wides ? WIDE * n + high : wides - 1;
#pragma unroll
      for (int k = 0; k < depth; k++) {
        w[k] = b[j * row_stride(rows) + r + 4 * k];
        w[k] = squared == 2 ? w[k] * w[k] : w[k];
      }
#pragma unroll
      for (int q = 0; q < parts; q++) {
        double* c = sums + 4 * (q * own + n);
        multiply_add(depth, c, c + 2, v + 2 * depth * q, w);
      }
    }
  }
}
#else // the same without tensor cores that multiply doubles, and on the host
DEVICE void product_block(int rows, int in, int out, const double* a, const double* w, int squared, int block, double* z) {
  for (int e = 0; e < OWN_VALUES(rows); e++) {
    z[e] = 0.0;
    int j = HIGH * block + own_unit(e / OWN_ROWS(rows));
    for (int k = 0; j < out && k < in; k++) {
      double v = a[k * row_stride(rows) + own_row(e % OWN_ROWS(rows))];
      z[e] += w[k * weight_stride(out) + j] * (squared ? v * v : v);
    }
  }
}
DEVICE void input_block(int rows, int in, int out, const double* bar, const double* w, int block, double* z) {
  for (int e = 0; e < OWN_VALUES(rows); e++) {
    z[e] = 0.0;
    int i = HIGH * block + own_unit(e / OWN_ROWS(rows));
    for (int j = 0; i < in && j < out; j++) {
      z[e] += w[i * weight_stride(out) + j] * bar[j * row_stride(rows) + own_row(e % OWN_ROWS(rows))];
    }
  }
}
DEVICE void outer_blocks(int parts, int warps, int rows, int highs, int wides, const double* a, const double* b, int squared, double* sums) {
  int all = (wides + WIDE - 1) / WIDE * OWN_WEIGHTS;
  for (int e = 0; e < parts * all; e++) {
    int i = HIGH * (threadIdx.x / WARP + e / all * warps) + own_high(e % OWN_WEIGHTS);
    int j = WIDE * (e % all / OWN_WEIGHTS) + own_wide(e % OWN_WEIGHTS);
    for (int r = 0; i < highs && j < wides && r < rows; r++) {
      double v = a[i * row_stride(rows) + r];
      double w = b[j * row_stride(rows) + r];
      sums[e] += (squared == 1 ? v * v : v) * (squared == 2 ? w * w : w);
    }
  }
}
#endif
