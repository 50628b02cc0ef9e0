// What a step needs beside the model's own kernels: rows of a batch, sums, small factors, moves of q(v).
// Matrices are row-major. Every sum has a fixed order, so that the same launch gives the same bits.

#define WARP 32
#define PANEL 16           // columns that one warp factors in its registers
#define CORNER 17          // numbers from one row of its inverse to the next: no two in one bank
#define MOST 128           // rows that one block factors
#define BLOCK 512          // threads of the blocks that factor
#define LOST_PIVOT 1e-13   // as io.github.tgp4j.linalg.Cholesky
#define FIRST_JITTER 1e-8
#define LAST_JITTER 1e-3
#define MOST_HALVINGS 12   // as io.github.tgp4j.variational.FullPosterior

// Facts of a factor, one after the other in memory.
#define GOOD 0             // 1 where there is one
#define LOG_DETERMINANT 1
#define JITTER 2           // relative, that was added; or the step that was taken
#define MEAN_DIAGONAL 3
#define MEASURE 4          // of the direct way: at most 1 where it is exact enough

typedef long long whole;

__device__ double warp_sum(double value) {
  for (int apart = WARP / 2; apart > 0; apart /= 2) {
    value += __shfl_xor_sync(0xffffffffu, value, apart);
  }
  return value;
}


// The sum over a block; every thread gets it. 'parts' has room for 32 numbers.
__device__ double block_sum(double value, double* parts) {
  value = warp_sum(value);
  __syncthreads();
  if (threadIdx.x % WARP == 0) {
    parts[threadIdx.x / WARP] = value;
  }
  __syncthreads();
  double sum = 0.0;
  for (int w = 0; w < blockDim.x / WARP; w++) {
    sum += parts[w];
  }
  return sum;
}

// ---- rows of a batch ----

// Inputs [all][d] and targets [targets][all] of the numbered rows, as [rows][d] and [targets][stride].
extern "C" __global__ void gather(const double* x, const double* y, whole all, int d, int targets,
    const whole* numbers, whole rows, whole stride, double* xOut, double* yOut) {
  int width = d + targets;
  whole i = blockIdx.x * (whole)blockDim.x + threadIdx.x;
  if (i >= rows * width) {
    return;
  }
  whole row = i / width;
  int column = (int)(i - row * width);
  whole from = numbers[row];
  if (column < d) {
    xOut[row * d + column] = x[from * d + column];
  } else {
    yOut[(column - d) * stride + row] = y[(column - d) * all + from];
  }
}

// The columns behind v̄·h of scale_rows alone, where another kernel has written the rest; and the padding.
extern "C" __global__ void scale_rest(whole rows, int m, const double* meanBar, int latents, whole stride, int width,
    whole padded, double* out) {
  whole row = blockIdx.x * (whole)blockDim.x + threadIdx.x;
  if (row >= padded) {
    return;
  }
  double* to = out + row * width;
  for (int column = row < rows ? m : 0; column < width; column++) {
    to[column] = row < rows && column < m + latents ? meanBar[(column - m) * stride + row] : 0.0;
  }
}

// out[row] = (v̄·h, the m̄ of each latent, zeros): its product with h is W and every a (S3). A warp has a row.
extern "C" __global__ void scale_rows(const double* h, whole rows, int m, const double* varianceBar,
    const double* meanBar, int latents, whole stride, int width, whole padded, double* out) {
  whole warps = gridDim.x * (whole)(blockDim.x / WARP);
  int lane = threadIdx.x % WARP;
  for (whole row = (blockIdx.x * (whole)blockDim.x + threadIdx.x) / WARP; row < padded; row += warps) {
    const double* from = h + row * m;
    double* to = out + row * width;
    if (row >= rows) {  // so that all slices have the same number of rows
      for (int column = lane; column < width; column += WARP) {
        to[column] = 0.0;
      }
      continue;
    }
    double bar = varianceBar[row];
#pragma unroll 4
    for (int column = lane; column < m; column += WARP) {
      to[column] = bar * from[column];
    }
    for (int column = m + lane; column < width; column += WARP) {
      to[column] = column < m + latents ? meanBar[(column - m) * stride + row] : 0.0;
    }
  }
}

// H̄ = m̄·dᵀ + 2v̄·P (S5), added to what is there where 'add' is 1; without P only the first part. A warp has a row.
extern "C" __global__ void bar_rows(const double* p, whole rows, int m, const double* direction,
    const double* meanBar, const double* varianceBar, int add, double* bar) {
  whole warps = gridDim.x * (whole)(blockDim.x / WARP);
  int lane = threadIdx.x % WARP;
  for (whole row = (blockIdx.x * (whole)blockDim.x + threadIdx.x) / WARP; row < rows; row += warps) {
    double first = meanBar[row];
    double twice = p == 0 ? 0.0 : 2.0 * varianceBar[row];
    const double* from = p + row * m;
    double* to = bar + row * m;
#pragma unroll 4
    for (int column = lane; column < m; column += WARP) {
      double value = first * direction[column];
      if (p != 0) {
        value += twice * from[column];
      }
      to[column] = add ? to[column] + value : value;
    }
  }
}

// out[r][c] += Σ_s slices[s][r][c], in order; out's rows are 'stride' apart.
extern "C" __global__ void add_slices(const double* slices, int count, whole rows, int cols, int stride,
    double* out) {
  whole i = blockIdx.x * (whole)blockDim.x + threadIdx.x;
  whole n = rows * cols;
  if (i >= n) {
    return;
  }
  double sum = 0.0;
#pragma unroll 8
  for (int s = 0; s < count; s++) {
    sum += slices[s * n + i];
  }
  whole r = i / cols;
  out[r * stride + (i - r * cols)] += sum;
}

// The upper triangle of an n×n matrix becomes that of the lower one.
extern "C" __global__ void mirror(double* a, int n) {
  whole t = blockIdx.x * (whole)blockDim.x + threadIdx.x;
  int i = (int)(t / n);
  int j = (int)(t - i * (whole)n);
  if (t < n * (whole)n && j > i) {
    a[t] = a[j * (whole)n + i];
  }
}

extern "C" __global__ void add_to(const double* from, whole n, double* to) {
  whole i = blockIdx.x * (whole)blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] += from[i];
  }
}

// ---- factors ----

// One warp: L of the corner of at most 16 rows at s, and the inverse of that, D, of which lane r has row r.
// D is written to 'corner' (16 rows of 17, zeros above its diagonal); 'inverses' gets 1/L_ii.
__device__ void factor_corner(double* s, int stride, int n, double* inverses, double* corner) {
  int lane = threadIdx.x % WARP;
  double row[PANEL];
  double own[PANEL];  // a row of D: what the same steps make of the identity
#pragma unroll
  for (int k = 0; k < PANEL; k++) {
    row[k] = lane < n && k <= lane ? s[lane * stride + k] : 0.0;
    own[k] = k == lane ? 1.0 : 0.0;
  }
  __syncwarp();
#pragma unroll
  for (int j = 0; j < PANEL; j++) {
    if (j < n) {
      double pivot = __shfl_sync(0xffffffffu, row[j], j);
      double inverse = rsqrt(pivot);  // NaN or infinite where the matrix is not positive definite
      double factor = row[j] * inverse;  // L_rj; of lane j the root itself
      row[j] = factor;
      if (lane == j) {
        inverses[j] = inverse;
      }
#pragma unroll
      for (int k = j + 1; k < PANEL; k++) {
        row[k] -= factor * __shfl_sync(0xffffffffu, factor, k);
      }
#pragma unroll
      for (int k = 0; k <= j; k++) {
        double scaled = __shfl_sync(0xffffffffu, own[k], j) * inverse;
        own[k] = lane == j ? scaled : lane > j ? own[k] - factor * scaled : own[k];
      }
    }
  }
#pragma unroll
  for (int k = 0; k < PANEL; k++) {
    if (lane < n && k <= lane) {
      s[lane * stride + k] = row[k];
    }
    if (lane < PANEL) {
      corner[lane * CORNER + k] = lane < n && k <= lane ? own[k] : 0.0;
    }
  }
}

// After a corner: A −= L·Lᵀ in the rows below, and T −= L·X in the same rows of the inverse, of which [r][c] lies
// at s[c][r]. A thread has 2×2 numbers; both parts have rest/2 rows of such tiles.
__device__ void update_rest(double* s, int n, int stride, int at, int below, const double* inverses) {
  int rest = n - below;
  int high = (rest + 1) / 2;
  int left = (below + 1) / 2;  // tiles of the inverse's columns
  int wide = left + high;
  for (int t = threadIdx.x; t < high * wide; t += BLOCK) {
    int i = t / wide;
    int j = t - i * wide;
    bool inverse = j < left;
    int c0 = inverse ? 2 * j : below + 2 * (j - left);
    int r0 = below + 2 * i;
    if (!inverse && c0 > r0 + 1) {
      continue;
    }
    int r1 = min(r0 + 1, n - 1);
    int c1 = min(c0 + 1, inverse ? below - 1 : n - 1);
    double a00 = 0.0, a01 = 0.0, a10 = 0.0, a11 = 0.0;
    const double* x0 = s + r0 * stride;
    const double* x1 = s + r1 * stride;
    const double* y0 = s + c0 * stride;
    const double* y1 = s + c1 * stride;
    if (inverse && c1 >= at) {  // the corner's own columns: X is D, with zeros above its diagonal
      for (int k = at; k < below; k++) {
        double v0 = k > c0 ? y0[k] : k == c0 ? inverses[k] : 0.0;
        double v1 = k > c1 ? y1[k] : k == c1 ? inverses[k] : 0.0;
        a00 += x0[k] * v0;
        a01 += x0[k] * v1;
        a10 += x1[k] * v0;
        a11 += x1[k] * v1;
      }
    } else {
#pragma unroll 4
      for (int k = at; k < below; k++) {
        double u0 = x0[k], u1 = x1[k], v0 = y0[k], v1 = y1[k];
        a00 += u0 * v0;
        a01 += u0 * v1;
        a10 += u1 * v0;
        a11 += u1 * v1;
      }
    }
    bool second = r0 + 1 < n;
    if (inverse) {
      bool beside = c0 + 1 < below;
      bool fresh0 = c0 >= at;  // nothing was there before
      bool fresh1 = c1 >= at;
      s[c0 * stride + r0] = (fresh0 ? 0.0 : s[c0 * stride + r0]) - a00;
      if (second) {
        s[c0 * stride + r1] = (fresh0 ? 0.0 : s[c0 * stride + r1]) - a10;
      }
      if (beside) {
        s[c1 * stride + r0] = (fresh1 ? 0.0 : s[c1 * stride + r0]) - a01;
      }
      if (beside && second) {
        s[c1 * stride + r1] = (fresh1 ? 0.0 : s[c1 * stride + r1]) - a11;
      }
    } else {
      s[r0 * stride + c0] -= c0 <= r0 ? a00 : 0.0;
      if (second) {
        s[r1 * stride + c0] -= a10;
      }
      if (c0 + 1 < n && c0 + 1 <= r0) {
        s[r0 * stride + c1] -= a01;
      }
      if (second && c0 + 1 < n) {
        s[r1 * stride + c1] -= a11;
      }
    }
  }
}

// The lower triangle of s becomes L, and L⁻¹ below its diagonal stands, transposed, in the upper triangle;
// 1/L_ii are in 'inverses'. One block of 512; 'corner' has room for 16×17 numbers. What is done to the rows of
// the matrix is done to those of the identity too: both are updates of rank 16, which all threads share.
__device__ void factor_shared(double* s, int n, int stride, double* inverses, double* corner) {
  for (int at = 0; at < n; at += PANEL) {
    int width = min(PANEL, n - at);
    int below = at + width;
    int rest = n - below;
    if (threadIdx.x < WARP) {
      factor_corner(s + at * stride + at, stride, width, inverses + at, corner);
    }
    __syncthreads();
    // L = A·Dᵀ in the rows below, and D·T in the corner's own rows of the inverse: (rest + at)·width numbers
    double held[(PANEL * MOST + BLOCK - 1) / BLOCK];
    int count = (rest + at) * width;
#pragma unroll
    for (int part = 0; part < (PANEL * MOST + BLOCK - 1) / BLOCK; part++) {
      int t = threadIdx.x + part * BLOCK;
      if (t < count) {
        int line = t / width;
        int j = t - line * width;
        const double* from = line < rest ? s + (below + line) * stride + at : s + (line - rest) * stride + at;
        const double* by = corner + j * CORNER;
        double sum = 0.0;
#pragma unroll
        for (int k = 0; k < PANEL; k++) {
          sum += k <= j ? from[k] * by[k] : 0.0;
        }
        held[part] = sum;
      }
    }
    __syncthreads();
#pragma unroll
    for (int part = 0; part < (PANEL * MOST + BLOCK - 1) / BLOCK; part++) {
      int t = threadIdx.x + part * BLOCK;
      if (t < count) {
        int line = t / width;
        int j = t - line * width;
        double* to = line < rest ? s + (below + line) * stride + at : s + (line - rest) * stride + at;
        to[j] = held[part];
      }
    }
    // D itself is the inverse's corner
    for (int t = threadIdx.x; t < width * width; t += BLOCK) {
      int r = t / width;
      int c = t - r * width;
      if (c < r) {
        s[(at + c) * stride + at + r] = corner[r * CORNER + c];
      }
    }
    __syncthreads();
    update_rest(s, n, stride, at, below, inverses);
    __syncthreads();
  }
}

// L⁻¹, with zeros above its diagonal, from where factor_shared left it.
__device__ void write_inverse(const double* s, int n, int stride, const double* inverses, double* out,
    int outStride) {
  for (int t = threadIdx.x; t < n * n; t += blockDim.x) {
    int i = t / n;
    int j = t - i * n;
    out[i * (whole)outStride + j] = j < i ? s[j * stride + i] : j == i ? inverses[i] : 0.0;
  }
}

// Whether L is one, and its log determinant: 1/L_ii are finite, and no pivot is lost in rounding.
__device__ bool judge(const double* inverses, const double* diagonal, whole apart, int n, double* parts,
    double* logDeterminant) {
  double sum = 0.0;
  double bad = 0.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    double inverse = inverses[i];
    bool good = inverse > 0.0 && isfinite(inverse);
    if (good && diagonal != 0) {
      good = 1.0 / (inverse * inverse) >= LOST_PIVOT * diagonal[i * apart];
    }
    bad += good ? 0.0 : 1.0;
    sum -= log(inverse);
  }
  *logDeterminant = 2.0 * block_sum(sum, parts);
  return block_sum(bad, parts) == 0.0;
}

// L⁻¹ of k + jitter·mean(diag k), with the least jitter of 0, 1e-8, 1e-7 … 1e-3 that does; one block of 512.
extern "C" __global__ void __launch_bounds__(BLOCK) factor_small(const double* k, int n, double* inverse,
    double* facts) {
  extern __shared__ double shared[];
  double* inverses = shared;
  double* parts = inverses + MOST;
  double* corner = parts + WARP;
  double* s = corner + PANEL * CORNER;
  int stride = n + 1;
  double mean = 0.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    mean += k[i * (whole)(n + 1)];
  }
  mean = block_sum(mean, parts) / n;
  double logDeterminant = 0.0;
  bool good = false;
  double jitter = 0.0;
  while (true) {
    for (int t = threadIdx.x; t < n * n; t += blockDim.x) {
      int i = t / n;
      int j = t - i * n;
      if (j <= i) {
        s[i * stride + j] = k[t] + (i == j ? jitter * mean : 0.0);
      }
    }
    __syncthreads();
    factor_shared(s, n, stride, inverses, corner);
    good = judge(inverses, k, n + 1, n, parts, &logDeterminant);
    double next = jitter == 0.0 ? FIRST_JITTER : jitter * 10.0;
    if (good || !(next <= LAST_JITTER * 1.5)) {
      break;
    }
    jitter = next;
    __syncthreads();
  }
  write_inverse(s, n, stride, inverses, inverse, n);
  if (threadIdx.x == 0) {
    facts[GOOD] = good ? 1.0 : 0.0;
    facts[LOG_DETERMINANT] = logDeterminant;
    facts[JITTER] = jitter;
    facts[MEAN_DIAGONAL] = mean;
  }
}

// One corner of a larger matrix, in place, and its inverse; one block of 512.
extern "C" __global__ void __launch_bounds__(BLOCK) factor_block(double* a, int n, int stride, double* inverse, int inverseStride,
    const double* diagonal, whole apart, double* facts) {
  extern __shared__ double shared[];
  double* inverses = shared;
  double* parts = inverses + MOST;
  double* corner = parts + WARP;
  double* s = corner + PANEL * CORNER;
  int own = n + 1;
  for (int t = threadIdx.x; t < n * n; t += blockDim.x) {
    int i = t / n;
    int j = t - i * n;
    if (j <= i) {
      s[i * own + j] = a[i * (whole)stride + j];
    }
  }
  __syncthreads();
  factor_shared(s, n, own, inverses, corner);
  double logDeterminant = 0.0;
  bool good = judge(inverses, diagonal, apart, n, parts, &logDeterminant);
  __syncthreads();
  write_inverse(s, n, own, inverses, inverse, inverseStride);
  if (threadIdx.x == 0) {
    if (!good) {
      facts[GOOD] = 0.0;
    }
    facts[LOG_DETERMINANT] += logDeterminant;
  }
}

// a ← k + jitter·mean(diag k) on the diagonal, and the facts begin; one block of 1024 has the mean.
extern "C" __global__ void begin_factor(const double* k, int n, const double* jitter, double* facts) {
  __shared__ double parts[WARP];
  double mean = 0.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    mean += k[i * (whole)(n + 1)];
  }
  mean = block_sum(mean, parts) / n;
  if (threadIdx.x == 0) {
    facts[GOOD] = 1.0;
    facts[LOG_DETERMINANT] = 0.0;
    facts[JITTER] = jitter == 0 ? 0.0 : *jitter;
    facts[MEAN_DIAGONAL] = mean;
  }
}

extern "C" __global__ void with_jitter(const double* k, int n, const double* facts, double* a) {
  whole t = blockIdx.x * (whole)blockDim.x + threadIdx.x;
  if (t < n * (whole)n) {
    bool diagonal = t % (n + 1) == 0;
    a[t] = k[t] + (diagonal ? facts[JITTER] * facts[MEAN_DIAGONAL] : 0.0);
  }
}

// Σ_j (L⁻¹)_ij² of a row: their sum is the trace of K_zz⁻¹; a warp has a row.
extern "C" __global__ void row_squares(const double* inverse, int n, double* out) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
  int lane = threadIdx.x % WARP;
  double sum = 0.0;
  if (row < n) {
    for (int j = lane; j <= row; j += WARP) {
      double value = inverse[row * (whole)n + j];
      sum += value * value;
    }
  }
  sum = warp_sum(sum);
  if (row < n && lane == 0) {
    out[row] = sum;
  }
}

// How far the direct way is from its limit (S6): at most 1 where it is open; one block of 256.
extern "C" __global__ void direct_measure(const double* squares, int n, const double* theta, const whole* noise,
    int count, double* facts) {
  __shared__ double parts[WARP];
  double trace = 0.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    trace += squares[i];
  }
  trace = block_sum(trace, parts);
  if (threadIdx.x == 0) {
    double prior = facts[MEAN_DIAGONAL];
    double allowed = 1e-10 * prior;
    for (int i = 0; i < count; i++) {
      allowed = fmin(allowed, 1e-4 * theta[noise[i]]);
    }
    double measure = 2.220446049250313e-16 * prior * prior * trace / allowed;
    facts[MEASURE] = measure <= 1e300 ? measure : 1e300;
  }
}

// ---- the way to the bound ----

// y ← aᵀ·x, with a of n×n: a block of 256 has 32 numbers of y, and eight threads each of them.
extern "C" __global__ void times_vector(const double* a, int n, const double* x, double* y) {
  __shared__ double parts[8][WARP];
  int column = blockIdx.x * WARP + threadIdx.x % WARP;
  int part = threadIdx.x / WARP;
  double sum = 0.0;
  if (column < n) {
#pragma unroll 4
    for (int i = part; i < n; i += 8) {
      sum += a[i * (whole)n + column] * x[i];
    }
  }
  parts[part][threadIdx.x % WARP] = sum;
  __syncthreads();
  if (part == 0 && column < n) {
    for (int p = 1; p < 8; p++) {
      sum += parts[p][threadIdx.x];
    }
    y[column] = sum;
  }
}

// Φ + Φᵀ with Φ's lower triangle that of 2(S − I)W + m·aᵀ, its diagonal once; without the product m·aᵀ alone.
extern "C" __global__ void gram_from(const double* product, const double* mean, const double* slope, int n,
    int add, double* gram) {
  whole t = blockIdx.x * (whole)blockDim.x + threadIdx.x;
  if (t >= n * (whole)n) {
    return;
  }
  int i = (int)(t / n);
  int j = (int)(t - i * (whole)n);
  int r = max(i, j);
  int c = min(i, j);
  double value = mean[r] * slope[c];
  if (product != 0) {
    value += 2.0 * product[r * (whole)n + c];
  }
  gram[t] = add ? gram[t] + value : value;
}

// What jitter, a share of the mean diagonal, adds to K̄_zz; one block of 256.
extern "C" __global__ void jitter_back(double* bar, int n, const double* facts) {
  __shared__ double parts[WARP];
  double trace = 0.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    trace += bar[i * (whole)(n + 1)];
  }
  trace = block_sum(trace, parts);
  double add = facts[JITTER] * trace / n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    bar[i * (whole)(n + 1)] += add;
  }
}

// out += −KL[q(v) ‖ N(0, I)] = −½(tr D + mᵀm − log det S); one block of 256.
extern "C" __global__ void less_divergence(const double* mean, const double* deviation, int n,
    const double* logDeterminant, double* out) {
  __shared__ double parts[WARP];
  double sum = 0.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum += deviation[i * (whole)(n + 1)] + mean[i] * mean[i];
  }
  sum = block_sum(sum, parts);
  if (threadIdx.x == 0) {
    *out -= 0.5 * (sum - *logDeterminant);
  }
}

// ---- the natural step of q(v) (V3) ----

__device__ double blended(double precision, double w, double rho, bool diagonal) {
  return (1.0 - rho) * precision - 2.0 * rho * w + (diagonal ? rho : 0.0);
}

// C⁻¹ of C·Cᵀ = (1−ρ)Λ + ρ(I − 2W), ρ halved until there is one; one block of 512. JITTER is the ρ that was taken.
extern "C" __global__ void __launch_bounds__(BLOCK) natural_factor_small(const double* precision, const double* w, int n,
    const double* rho, double* inverse, double* facts) {
  extern __shared__ double shared[];
  double* inverses = shared;
  double* parts = inverses + MOST;
  double* corner = parts + WARP;
  double* s = corner + PANEL * CORNER;
  int stride = n + 1;
  double step = *rho;
  double logDeterminant = 0.0;
  bool good = false;
  for (int halving = 0; halving <= MOST_HALVINGS && step > 0.0; halving++) {
    for (int t = threadIdx.x; t < n * n; t += blockDim.x) {
      int i = t / n;
      int j = t - i * n;
      if (j <= i) {
        s[i * stride + j] = blended(precision[t], w[t], step, i == j);
      }
    }
    __syncthreads();
    factor_shared(s, n, stride, inverses, corner);
    good = judge(inverses, 0, 0, n, parts, &logDeterminant);
    __syncthreads();
    if (good) {
      break;
    }
    step *= 0.5;
  }
  if (good) {
      write_inverse(s, n, stride, inverses, inverse, n);
  }
  if (threadIdx.x == 0) {
    facts[GOOD] = good ? 1.0 : 0.0;
    facts[JITTER] = good ? step : 0.0;
    if (good) {
      facts[LOG_DETERMINANT] = logDeterminant;
    }
  }
}

// The same for larger q(v), before the factor of 'out'.
extern "C" __global__ void blend(const double* precision, const double* w, int n, const double* rho,
    double* out, double* facts) {
  whole t = blockIdx.x * (whole)blockDim.x + threadIdx.x;
  if (t == 0) {
    facts[GOOD] = *rho > 0.0 ? 1.0 : 0.0;
    facts[LOG_DETERMINANT] = 0.0;
    facts[JITTER] = *rho;
  }
  if (t < n * (whole)n) {
    out[t] = blended(precision[t], w[t], *rho, t % (n + 1) == 0);
  }
}

// η ← (1−ρ)η + ρ(a − 2Wm), and Λ; a warp has a row.
extern "C" __global__ void natural_slope(double* precision, const double* w, const double* slope, int n,
    const double* mean, const double* facts, double* eta) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
  int lane = threadIdx.x % WARP;
  if (row >= n || facts[GOOD] == 0.0) {
    return;
  }
  double rho = facts[JITTER];
  double sum = 0.0;
  for (int j = lane; j < n; j += WARP) {
    whole t = row * (whole)n + j;
    double value = blended(precision[t], w[t], rho, row == j);
    precision[t] = value;
    sum += value * mean[j];
  }
  sum = warp_sum(sum);
  if (lane == 0) {
    eta[row] = sum + rho * (slope[row] - mean[row]);
  }
}

// m = S·η, D = S − I; a warp has a row.
extern "C" __global__ void natural_moments(const double* covariance, const double* eta, int n,
    const double* facts, double* mean, double* deviation, double* logDeterminant) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
  int lane = threadIdx.x % WARP;
  if (row >= n || facts[GOOD] == 0.0) {
    return;
  }
  double sum = 0.0;
  for (int j = lane; j < n; j += WARP) {
    whole t = row * (whole)n + j;
    double value = covariance[t];
    deviation[t] = value - (row == j ? 1.0 : 0.0);
    sum += value * eta[j];
  }
  sum = warp_sum(sum);
  if (lane == 0) {
    mean[row] = sum;
    if (row == 0) {
      *logDeterminant = -facts[LOG_DETERMINANT];
    }
  }
}

// Latents that share a covariance: ρ(a − m), then m += S·that; a warp has a row.
extern "C" __global__ void shared_slope(const double* slope, const double* mean, int n, const double* rho,
    double* eta) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    eta[i] = *rho * (slope[i] - mean[i]);
  }
}

extern "C" __global__ void shared_mean(const double* deviation, const double* eta, int n, double* mean) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
  int lane = threadIdx.x % WARP;
  double sum = 0.0;
  if (row < n) {
    for (int j = lane; j < n; j += WARP) {
      sum += deviation[row * (whole)n + j] * eta[j];
    }
  }
  sum = warp_sum(sum);
  if (row < n && lane == 0) {
    mean[row] += eta[row] + sum;
  }
}

extern "C" __global__ void scale_by(double* values, whole n, double factor) {
  whole i = blockIdx.x * (whole)blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] *= factor;
  }
}
