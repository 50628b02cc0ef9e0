// Networks that read a row's flow values off its input; equations N1–N20 in docs/equations.md. A block takes one of the
// networks that stand side by side and goes through tiles of rows; its weights, and the units of a tile, lie in shared
// memory. Unit j of row r is at [j * row_stride(rows) + r]; weight (i, j) at [i * weight_stride(out) + j].
DEVICE int row_stride(int rows) { return rows + 2; } // no two neighbouring units in the same bank
DEVICE int weight_stride(int out) { return (out + 1) | 1; }

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

// Two units × eight rows of a·W, or of a²·W.
DEVICE void product_tile(int rows, int in, int out, const double* a, const double* w, int squared, int j, int r, double* z) {
  for (int i = 0; i < 16; i++) {
    z[i] = 0.0;
  }
  for (int k = 0; k < in; k++) {
    double w0 = w[k * weight_stride(out) + j];
    double w1 = w[k * weight_stride(out) + j + 1];
    for (int i = 0; i < 8; i++) {
      double v = a[k * row_stride(rows) + r + i];
      v = squared ? v * v : v;
      z[i] += w0 * v;
      z[8 + i] += w1 * v;
    }
  }
}

// Two inputs × eight rows of bar·Wᵀ.
DEVICE void input_tile(int rows, int in, int out, const double* bar, const double* w, int i, int r, double* z) {
  for (int k = 0; k < 16; k++) {
    z[k] = 0.0;
  }
  int second = i + 1 < in ? i + 1 : i;
  for (int j = 0; j < out; j++) {
    double w0 = w[i * weight_stride(out) + j];
    double w1 = w[second * weight_stride(out) + j];
    for (int k = 0; k < 8; k++) {
      double v = bar[j * row_stride(rows) + r + k];
      z[k] += w0 * v;
      z[8 + k] += w1 * v;
    }
  }
}

// Adds aᵀ·bar of a tile of rows to this thread's high × wide part of the weights' adjoint.
DEVICE void outer_tile(int rows, int in, int out, int high, int wide, int tile, const double* a, const double* bar, int squared, double* sums) {
  int across = (out + wide - 1) / wide;
  int i0 = tile / across * high;
  int j0 = tile % across * wide;
  for (int r = 0; r < rows; r++) {
    for (int i = 0; i < high; i++) {
      double v = a[(i0 + i < in ? i0 + i : in - 1) * row_stride(rows) + r];
      v = squared ? v * v : v;
      for (int j = 0; j < wide; j++) {
        sums[i * wide + j] += v * bar[(j0 + j < out ? j0 + j : out - 1) * row_stride(rows) + r];
      }
    }
  }
}
